import { createGreedyLimit } from './event-loop-load.ts';

export type SlotLimits = {
  /** Requests of one market that are worked on at once. */
  runningOfMarket: number;
  /** The same of a market that leaves the others too little of a busy process. */
  runningOfGreedy: number;
  /** Requests of all markets that wait. */
  waiting: number;
};

type Waiting = { start: () => void; refuse: () => void };

/** A market is greedy that makes more of the requests, while others make some. */
const GREEDY_SHARE = 0.6;
const MIN_OTHERS = 0.5;
/** Older requests count half after as many. */
const WINDOW = 512;

/**
 * Bounds the requests of each market that are worked on at once. With too many waiting, the market that has the
 * most of them loses its newest, so that a busy one takes no place from the others.
 */
export class RequestSlots {
  readonly #limits: SlotLimits;
  readonly #running = new Map<number, number>();
  readonly #waiting = new Map<number, Waiting[]>();
  #waitingCount = 0;
  readonly #greedyLimit: () => number;
  /** Requests of late. */
  readonly #started = new Map<number, number>();
  #startedCount = 0;

  /** `isBusy`: whether the process has little time left. */
  constructor(limits: SlotLimits, isBusy: () => boolean, now?: () => number) {
    this.#limits = limits;
    this.#greedyLimit = createGreedyLimit({
      min: limits.runningOfGreedy,
      max: limits.runningOfMarket,
      isBusy,
      ...(now && { now }),
    });
  }

  get waiting(): number {
    return this.#waitingCount;
  }

  get running(): number {
    return [...this.#running.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Calls one of the two, now or later. Returns what takes the request out while it waits. */
  enter(market: number, request: Waiting): () => void {
    const waiting = this.#waiting.get(market);
    if (waiting === undefined && this.#hasFree(market)) {
      this.#start(market, request);
      return () => {};
    }
    const queue = waiting ?? [];
    this.#waiting.set(market, queue);
    queue.push(request);
    this.#waitingCount += 1;
    // The process may have become idle since the last one has ended.
    this.#startWaiting(market);
    if (this.#waitingCount > this.#limits.waiting) this.#refuseSurplus(market);
    return () => this.#remove(market, request);
  }

  /** Takes a slot, also over the limit. */
  take(market: number): void {
    this.#running.set(market, (this.#running.get(market) ?? 0) + 1);
  }

  /** Gives a slot back; the market's next requests start. */
  release(market: number): void {
    const running = this.#running.get(market)! - 1;
    if (running === 0) this.#running.delete(market);
    else this.#running.set(market, running);
    this.#startWaiting(market);
  }

  #startWaiting(market: number): void {
    while (this.#hasFree(market)) {
      const next = this.#waiting.get(market)?.[0];
      if (next === undefined) return;
      this.#remove(market, next);
      this.#start(market, next);
    }
  }

  #start(market: number, request: Waiting): void {
    this.take(market);
    this.#started.set(market, (this.#started.get(market) ?? 0) + 1);
    this.#startedCount += 1;
    if (this.#startedCount >= WINDOW) this.#halve();
    request.start();
  }

  #hasFree(market: number): boolean {
    const { runningOfMarket, runningOfGreedy } = this.#limits;
    const running = this.#running.get(market) ?? 0;
    if (running >= runningOfMarket) return false;
    return running < runningOfGreedy || !this.#isGreedy(market) || running < this.#greedyLimit();
  }

  #isGreedy(market: number): boolean {
    const own = this.#started.get(market) ?? 0;
    return own > GREEDY_SHARE * this.#startedCount && this.#startedCount - own >= MIN_OTHERS;
  }

  #halve(): void {
    this.#startedCount = 0;
    for (const [market, count] of this.#started) {
      const half = count / 2;
      if (half < MIN_OTHERS) {
        this.#started.delete(market);
        continue;
      }
      this.#started.set(market, half);
      this.#startedCount += half;
    }
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
