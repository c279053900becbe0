/**
 * Thrown if the queue is full: for the new task, or for a waiting one beyond its group's share. The task has
 * not started.
 */
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
type Place = { readonly key: QueueKey | undefined };

type Waiter = Place & { start: () => void; refuse: (error: unknown) => void };

/**
 * Runs a few tasks at a time, in order of arrival, and lets some wait. One group may use every slot while
 * there is no other; then it runs one at a time. If the queue is full, the newest task of the group with the
 * most tasks is refused; of a group with smaller groups, the newest of the largest of those.
 */
export class BoundedQueue {
  readonly #limits: QueueLimits;
  readonly #running = new Set<Place>();
  #waiting: Waiter[] = [];

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Throws QueueFullError, and the signal's reason when it is aborted before the task starts. A running task
   * is not interrupted.
   */
  async run<T>(
    task: () => Promise<T>,
    { key, signal }: { key?: QueueKey | undefined; signal?: AbortSignal | undefined } = {},
  ): Promise<T> {
    signal?.throwIfAborted();
    const place = await this.#enter(key, signal);
    try {
      return await task();
    } finally {
      this.#running.delete(place);
      this.#admit();
    }
  }

  async #enter(key: QueueKey | undefined, signal: AbortSignal | undefined): Promise<Place> {
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    const waiter: Waiter = { key, start, refuse };
    const leave = () => this.#refuse(waiter, signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    this.#waiting.push(waiter);
    this.#admit();
    if (this.#waiting.at(-1) === waiter) this.#refuseSurplus(waiter);
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
    return waiter;
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

  #next(): Waiter | undefined {
    const running = [...this.#running];
    const able = this.#waiting.filter((waiter) => !running.some((place) => isSameSequence(place, waiter)));
    let next: { waiter: Waiter; shared: number } | undefined;
    for (const waiter of able) {
      const shared = Math.max(0, ...running.map((place) => countSharedGroups(place, waiter)));
      if (next === undefined || shared < next.shared) next = { waiter, shared };
    }
    return next?.waiter;
  }

  #refuseSurplus(newest: Waiter): void {
    const { waiting, waitingOfSequence = Infinity } = this.#limits;
    const same = this.#waiting.filter((waiter) => isSameSequence(waiter, newest));
    if (same.length > waitingOfSequence) return this.#refuse(newest, new QueueFullError('The queue is full'));
    if (this.#waiting.length <= waiting) return;
    let largest = this.#waiting;
    for (let level = 0; largest.some((waiter) => groupsOf(waiter).length > level); level += 1) {
      const byGroup = Map.groupBy(largest, (waiter) => groupsOf(waiter)[level]);
      largest = byGroup.get(groupsOf(newest)[level]) ?? [];
      for (const waiters of byGroup.values()) if (waiters.length > largest.length) largest = waiters;
    }
    this.#refuse(largest.at(-1)!, new QueueFullError('The queue is full'));
  }

  /** A task that runs already is not refused. */
  #refuse(waiter: Waiter, reason: unknown): void {
    this.#remove(waiter);
    waiter.refuse(reason);
  }

  #remove(waiter: Waiter): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiter);
  }
}

const isSameSequence = (one: Place, other: Place): boolean =>
  one.key?.sequence !== undefined && one.key.sequence === other.key?.sequence;

const NO_GROUPS = [''];
const groupsOf = ({ key }: Place): readonly string[] => key?.groups ?? NO_GROUPS;

/** How many groups both are in. */
function countSharedGroups(one: Place, other: Place): number {
  const [groups, others] = [groupsOf(one), groupsOf(other)];
  const differs = groups.findIndex((group, level) => group !== others[level]);
  return differs === -1 ? groups.length : differs;
}
