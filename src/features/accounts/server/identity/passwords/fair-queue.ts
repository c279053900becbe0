/** Whose work it is. Works of one account are done one after the other; addresses share the places. */
export type FairQueueKey = { account: string; address: string };

/** Thrown when there is no place, to whoever comes or to somebody who waits beyond their share; their work was not begun. */
export class FairQueueFullError extends Error {
  override name = 'FairQueueFullError';
}

/** Of one account, besides the one under way. */
const MAX_WAITING_PER_ACCOUNT = 2;

type Waiter = { party: FairQueueKey; start: () => void; refuse: (error: Error) => void };

/**
 * Runs a few works at once and keeps some waiting. While nobody else comes, an address may have every place; when others come it
 * runs one at a time, and of a full line whoever came last from the address with the most in it goes.
 */
export class FairQueue {
  readonly #running = new Set<FairQueueKey>();
  #waiting: Waiter[] = [];
  readonly #most: { running: number; waiting: number };

  constructor(most: { running: number; waiting: number }) {
    this.#most = most;
  }

  /** Throws FairQueueFullError. */
  async run<T>(party: FairQueueKey, work: () => Promise<T>): Promise<T> {
    // One account's two works are two entries of the set.
    const place = { ...party };
    await this.#enter(place);
    try {
      return await work();
    } finally {
      this.#running.delete(place);
      this.#admit();
    }
  }

  #enter(party: FairQueueKey): Promise<void> {
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    const waiter = { party, start, refuse };
    this.#waiting.push(waiter);
    this.#admit();
    if (this.#waiting.at(-1) === waiter) this.#makeRoom(waiter);
    return promise;
  }

  #admit(): void {
    while (this.#running.size < this.#most.running) {
      const next = this.#next();
      if (next === undefined) return;
      this.#remove(next);
      this.#running.add(next.party);
      next.start();
    }
  }

  #next(): Waiter | undefined {
    const running = [...this.#running];
    const able = this.#waiting.filter(
      ({ party }) => !running.some(({ account }) => account === party.account),
    );
    const fresh = able.find(({ party }) => !running.some(({ address }) => address === party.address));
    return fresh ?? able[0];
  }

  #makeRoom(newest: Waiter): void {
    const same = this.#waiting.filter(({ party }) => party.account === newest.party.account);
    if (same.length > MAX_WAITING_PER_ACCOUNT) return this.#refuse(newest);
    if (this.#waiting.length <= this.#most.waiting) return;
    const byAddress = Map.groupBy(this.#waiting, ({ party }) => party.address);
    let largest = byAddress.get(newest.party.address)!;
    for (const waiters of byAddress.values()) if (waiters.length > largest.length) largest = waiters;
    this.#refuse(largest.at(-1)!);
  }

  #refuse(waiter: Waiter): void {
    this.#remove(waiter);
    waiter.refuse(new FairQueueFullError('There is no place left'));
  }

  #remove(waiter: Waiter): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiter);
  }
}
