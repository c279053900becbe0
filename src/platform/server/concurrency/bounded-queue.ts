/** Thrown if the queue is full, for the new task or for a waiting one. The task has not started. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/**
 * Tasks of one sequence run one after the other. Groups share the slots, and inside a group the smaller
 * groups share what it gets: the widest comes first.
 */
export type QueueKey = { sequence?: string; groups: readonly string[] };

export type QueueLimits = {
  running: number;
  /** Running tasks of one of the widest groups; any number unless given. It may change. */
  readonly runningOfGroup?: number;
  waiting: number;
  /** Waiting tasks of one sequence, besides the running one; any number unless given. */
  waitingOfSequence?: number;
};

/** A task without a key is alone in its sequence, and in a group with the others without one. */
type Slot = { readonly key: QueueKey | undefined };

type PendingTask = Slot & { start: () => void; refuse: (error: unknown) => void };

/** A group without a task among so many has waited long enough to come first. */
const REMEMBERED_TURNS = 64;

/**
 * Runs a few tasks at a time, and lets some wait. Groups take turns: the next task is of the group with the fewest
 * running ones, of several the one whose last task began the longest ago, and inside of it likewise; of one group, in
 * order of arrival. If the queue is full, the newest task of the group with the most tasks is refused; of a group
 * with smaller groups, the newest of the largest of those.
 */
export class BoundedQueue {
  readonly #limits: QueueLimits;
  readonly #running = new Set<Slot>();
  #waiting: PendingTask[] = [];
  /** What has begun lately, the newest last. */
  readonly #turns: Slot[] = [];

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Throws QueueFullError, or the signal's reason when it is aborted before the start. A running task goes on. */
  async run<T>(
    task: () => Promise<T>,
    { key, signal }: { key?: QueueKey | undefined; signal?: AbortSignal | undefined } = {},
  ): Promise<T> {
    signal?.throwIfAborted();
    const slot = await this.#acquire(key, signal);
    try {
      return await task();
    } finally {
      this.#running.delete(slot);
      this.#admit();
    }
  }

  /** Whether a task with this key would be refused now, so that nothing needs to be done for it before. */
  isFullFor(key: QueueKey | undefined): boolean {
    const pending: PendingTask = { key, start: () => {}, refuse: () => {} };
    const waiting = [...this.#waiting, pending];
    const starts = this.#running.size < this.#limits.running && this.#next(waiting) === pending;
    return !starts && this.#surplus(waiting, pending) === pending;
  }

  async #acquire(key: QueueKey | undefined, signal: AbortSignal | undefined): Promise<Slot> {
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    const pending: PendingTask = { key, start, refuse };
    const abandon = () => this.#refuse(pending, signal?.reason);
    signal?.addEventListener('abort', abandon, { once: true });
    this.#waiting.push(pending);
    this.#admit();
    if (this.#waiting.at(-1) === pending) this.#refuseSurplus(pending);
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', abandon);
    }
    return pending;
  }

  #admit(): void {
    while (this.#running.size < this.#limits.running) {
      const next = this.#next(this.#waiting);
      if (next === undefined) return;
      this.#remove(next);
      this.#running.add(next);
      this.#remember(next);
      next.start();
    }
  }

  #next(waiting: readonly PendingTask[]): PendingTask | undefined {
    const running = [...this.#running];
    const { runningOfGroup = Infinity } = this.#limits;
    let left = waiting.filter(
      (pending) =>
        !running.some((slot) => isSameSequence(slot, pending)) &&
        running.filter((slot) => countSharedGroups(slot, pending) > 0).length < runningOfGroup,
    );
    for (let level = 0; left.some((pending) => groupsOf(pending).length > level); level += 1) {
      const groups = [...Map.groupBy(left, (pending) => groupsOf(pending)[level]).values()];
      left = groups.length === 1 ? left : this.#firstGroup(groups, level, running);
    }
    return left[0];
  }

  /** Their members have the same groups above this level. */
  #firstGroup(groups: readonly PendingTask[][], level: number, running: readonly Slot[]): PendingTask[] {
    const ranked = groups.map((members) => {
      const isOfGroup = (slot: Slot) => countSharedGroups(slot, members[0]!) > level;
      return {
        members,
        running: running.filter(isOfGroup).length,
        lastTurn: this.#turns.findLastIndex(isOfGroup),
      };
    });
    ranked.sort((one, other) => one.running - other.running || one.lastTurn - other.lastTurn);
    return ranked[0]!.members;
  }

  #remember({ key }: Slot): void {
    this.#turns.push({ key });
    if (this.#turns.length > REMEMBERED_TURNS) this.#turns.shift();
  }

  #refuseSurplus(newest: PendingTask): void {
    const surplus = this.#surplus(this.#waiting, newest);
    if (surplus !== null) this.#refuse(surplus, new QueueFullError('The queue is full'));
  }

  /** Which of these has no place; null if all have one. */
  #surplus(pendings: readonly PendingTask[], newest: PendingTask): PendingTask | null {
    const { waiting, waitingOfSequence = Infinity } = this.#limits;
    const same = pendings.filter((pending) => isSameSequence(pending, newest));
    if (same.length > waitingOfSequence) return newest;
    if (pendings.length <= waiting) return null;
    let largest = pendings;
    for (let level = 0; largest.some((pending) => groupsOf(pending).length > level); level += 1) {
      const byGroup = Map.groupBy(largest, (pending) => groupsOf(pending)[level]);
      largest = byGroup.get(groupsOf(newest)[level]) ?? [];
      for (const waiters of byGroup.values()) if (waiters.length > largest.length) largest = waiters;
    }
    return largest.at(-1)!;
  }

  /** A task that runs already is not refused. */
  #refuse(pending: PendingTask, reason: unknown): void {
    this.#remove(pending);
    pending.refuse(reason);
  }

  #remove(pending: PendingTask): void {
    this.#waiting = this.#waiting.filter((other) => other !== pending);
  }
}

const isSameSequence = (one: Slot, other: Slot): boolean =>
  one.key?.sequence !== undefined && one.key.sequence === other.key?.sequence;

const NO_GROUPS = [''];
const groupsOf = ({ key }: Slot): readonly string[] => key?.groups ?? NO_GROUPS;

function countSharedGroups(one: Slot, other: Slot): number {
  const [groups, others] = [groupsOf(one), groupsOf(other)];
  const differs = groups.findIndex((group, level) => group !== others[level]);
  return differs === -1 ? groups.length : differs;
}
