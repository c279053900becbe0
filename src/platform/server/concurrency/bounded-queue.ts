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
  waiting: number;
  /** Waiting tasks of one sequence, besides the running one; any number unless given. */
  waitingOfSequence?: number;
};

/** A task without a key is alone in its sequence, and in a group with the others without one. */
type Slot = { readonly key: QueueKey | undefined };

type PendingTask = Slot & { start: () => void; refuse: (error: unknown) => void };

/**
 * Runs a few tasks at a time, in order of arrival, and lets some wait. One group may use every slot while
 * there is no other; then it runs one at a time. If the queue is full, the newest task of the group with the
 * most tasks is refused; of a group with smaller groups, the newest of the largest of those.
 */
export class BoundedQueue {
  readonly #limits: QueueLimits;
  readonly #running = new Set<Slot>();
  #waiting: PendingTask[] = [];

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
      const next = this.#next();
      if (next === undefined) return;
      this.#remove(next);
      this.#running.add(next);
      next.start();
    }
  }

  #next(): PendingTask | undefined {
    const running = [...this.#running];
    const able = this.#waiting.filter((pending) => !running.some((slot) => isSameSequence(slot, pending)));
    let next: { pending: PendingTask; shared: number } | undefined;
    for (const pending of able) {
      const shared = Math.max(0, ...running.map((slot) => countSharedGroups(slot, pending)));
      if (next === undefined || shared < next.shared) next = { pending, shared };
    }
    return next?.pending;
  }

  #refuseSurplus(newest: PendingTask): void {
    const { waiting, waitingOfSequence = Infinity } = this.#limits;
    const same = this.#waiting.filter((pending) => isSameSequence(pending, newest));
    if (same.length > waitingOfSequence) return this.#refuse(newest, new QueueFullError('The queue is full'));
    if (this.#waiting.length <= waiting) return;
    let largest = this.#waiting;
    for (let level = 0; largest.some((pending) => groupsOf(pending).length > level); level += 1) {
      const byGroup = Map.groupBy(largest, (pending) => groupsOf(pending)[level]);
      largest = byGroup.get(groupsOf(newest)[level]) ?? [];
      for (const waiters of byGroup.values()) if (waiters.length > largest.length) largest = waiters;
    }
    this.#refuse(largest.at(-1)!, new QueueFullError('The queue is full'));
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
