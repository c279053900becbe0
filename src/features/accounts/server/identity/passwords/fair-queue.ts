/** Tasks of one account run one after the other; addresses share the slots. */
export type FairQueueKey = { account: string; address: string };

/**
 * Thrown if the queue is full: for the new task, or for a waiting one beyond the share of its address. The
 * task has not started.
 */
export class FairQueueFullError extends Error {
  override name = 'FairQueueFullError';
}

/** Of one account, besides the running one. */
const MAX_WAITING_PER_ACCOUNT = 2;

type Waiter = { key: FairQueueKey; start: () => void; refuse: (error: Error) => void };

/**
 * Runs a few tasks at once and lets some wait. One address may use every slot while there is no other; then
 * it runs one at a time. If the queue is full, the newest task of the address with the most tasks is refused.
 */
export class FairQueue {
  readonly #running = new Set<FairQueueKey>();
  #waiting: Waiter[] = [];
  readonly #most: { running: number; waiting: number };

  constructor(most: { running: number; waiting: number }) {
    this.#most = most;
  }

  /** Throws FairQueueFullError. */
  async run<T>(key: FairQueueKey, work: () => Promise<T>): Promise<T> {
    // A copy, because two tasks of one account are two entries of the set.
    const place = { ...key };
    await this.#enter(place);
    try {
      return await work();
    } finally {
      this.#running.delete(place);
      this.#admit();
    }
  }

  #enter(key: FairQueueKey): Promise<void> {
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    const waiter = { key, start, refuse };
    this.#waiting.push(waiter);
    this.#admit();
    if (this.#waiting.at(-1) === waiter) this.#refuseSurplus(waiter);
    return promise;
  }

  #admit(): void {
    while (this.#running.size < this.#most.running) {
      const next = this.#next();
      if (next === undefined) return;
      this.#remove(next);
      this.#running.add(next.key);
      next.start();
    }
  }

  #next(): Waiter | undefined {
    const running = [...this.#running];
    const able = this.#waiting.filter(({ key }) => !running.some(({ account }) => account === key.account));
    const fresh = able.find(({ key }) => !running.some(({ address }) => address === key.address));
    return fresh ?? able[0];
  }

  #refuseSurplus(newest: Waiter): void {
    const same = this.#waiting.filter(({ key }) => key.account === newest.key.account);
    if (same.length > MAX_WAITING_PER_ACCOUNT) return this.#refuse(newest);
    if (this.#waiting.length <= this.#most.waiting) return;
    const byAddress = Map.groupBy(this.#waiting, ({ key }) => key.address);
    let largest = byAddress.get(newest.key.address)!;
    for (const waiters of byAddress.values()) if (waiters.length > largest.length) largest = waiters;
    this.#refuse(largest.at(-1)!);
  }

  #refuse(waiter: Waiter): void {
    this.#remove(waiter);
    waiter.refuse(new FairQueueFullError('The queue is full'));
  }

  #remove(waiter: Waiter): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiter);
  }
}
