export type SlotLimits = {
  /** Requests of one market that are worked on at once. */
  runningOfMarket: number;
  /** Requests of all markets that wait. */
  waiting: number;
};

type Waiting = { start: () => void; refuse: () => void };

/**
 * Bounds the requests of each market that are worked on at once. With too many waiting, the market that has the
 * most of them loses its newest, so that a busy one takes no place from the others.
 */
export class RequestSlots {
  readonly #limits: SlotLimits;
  readonly #running = new Map<number, number>();
  readonly #waiting = new Map<number, Waiting[]>();
  #waitingCount = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waitingCount;
  }

  get running(): number {
    return [...this.#running.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Calls one of the two, now or later. Returns what takes the request out while it waits. */
  enter(market: number, request: Waiting): () => void {
    if ((this.#running.get(market) ?? 0) < this.#limits.runningOfMarket) {
      this.take(market);
      request.start();
      return () => {};
    }
    const queue = this.#waiting.get(market) ?? [];
    this.#waiting.set(market, queue);
    queue.push(request);
    this.#waitingCount += 1;
    if (this.#waitingCount > this.#limits.waiting) this.#refuseSurplus(market);
    return () => this.#remove(market, request);
  }

  /** Takes a slot, also over the limit. */
  take(market: number): void {
    this.#running.set(market, (this.#running.get(market) ?? 0) + 1);
  }

  /** Gives a slot back; the market's next request starts. */
  release(market: number): void {
    const running = this.#running.get(market)! - 1;
    if (running === 0) this.#running.delete(market);
    else this.#running.set(market, running);
    if (running >= this.#limits.runningOfMarket) return;
    const next = this.#waiting.get(market)?.[0];
    if (next === undefined) return;
    this.#remove(market, next);
    this.take(market);
    next.start();
  }

  #refuseSurplus(newest: number): void {
    let largest = newest;
    for (const [market, { length }] of this.#waiting)
      if (length > this.#waiting.get(largest)!.length) largest = market;
    const refused = this.#waiting.get(largest)!.at(-1)!;
    this.#remove(largest, refused);
    refused.refuse();
  }

  #remove(market: number, request: Waiting): void {
    const queue = this.#waiting.get(market);
    const at = queue?.indexOf(request) ?? -1;
    if (queue === undefined || at === -1) return;
    queue.splice(at, 1);
    this.#waitingCount -= 1;
    if (queue.length === 0) this.#waiting.delete(market);
  }
}
