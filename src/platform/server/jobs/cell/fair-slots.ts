import { BoundedQueue } from '../../concurrency/bounded-queue.ts';

type FairSlotsLimits = {
  /** Tasks of all markets at once. */
  running: number;
  runningOfMarket: number;
};

/** Runs tasks of markets, a few of each at once, in turn by market: the one with the fewest running tasks comes first. */
export class FairSlots {
  readonly #all: BoundedQueue;
  readonly #byMarket = new Map<number, BoundedQueue>();
  readonly #runningOfMarket: number;

  constructor({ running, runningOfMarket }: FairSlotsLimits) {
    this.#all = new BoundedQueue({ running, waiting: Infinity });
    this.#runningOfMarket = runningOfMarket;
  }

  async run<T>(market: number, task: () => Promise<T>): Promise<T> {
    const own =
      this.#byMarket.get(market) ?? new BoundedQueue({ running: this.#runningOfMarket, waiting: Infinity });
    this.#byMarket.set(market, own);
    try {
      return await own.run(() => this.#all.run(task, { key: { groups: [String(market)] } }));
    } finally {
      if (own.running === 0 && own.waiting === 0) this.#byMarket.delete(market);
    }
  }
}
