import { setTimeout as delay } from 'node:timers/promises';
import { BoundedQueue } from '../concurrency/bounded-queue.ts';
import { WorkShares } from '../concurrency/work-shares.ts';

/** A market takes turns while another one has worked within this time. */
const ACTIVE_MS = 2_000;
/** The share of one connection's time that a market gets then, and what it may use at once beyond that. */
const share = { share: 0.75, burstMs: 500 };
/** Requests of a market within its share, beside the one whose turn it is: a market has four connections. */
const MAX_BESIDE = 3;
/** Longer work goes on, and others of its market go on beside it. */
const MAX_TURN_MS = 100;

/**
 * Requests of a market that has used its share up work one after the other while people use other markets of the
 * process: each step of a neighbor's request would else wait for several of theirs, in the event loop and in the
 * database.
 */
export class MarketTurns {
  readonly #turns = new Set<MarketTurn>();

  openMarket(): MarketTurn {
    const turn = new MarketTurn(
      () => this.#isOtherActive(turn),
      () => this.#turns.delete(turn),
    );
    this.#turns.add(turn);
    return turn;
  }

  #isOtherActive(own: MarketTurn): boolean {
    const since = performance.now() - ACTIVE_MS;
    return this.#turns.size > 1 && [...this.#turns].some((turn) => turn !== own && turn.workedAt > since);
  }
}

export class MarketTurn {
  readonly #isOtherActive: () => boolean;
  readonly close: () => void;
  readonly #queue = new BoundedQueue({ running: 1, waiting: Infinity });
  readonly #shares = new WorkShares(share);
  /** Requests whose turn has not ended. */
  #working = 0;
  /** Of a monotonic clock. */
  workedAt = -Infinity;

  constructor(isOtherActive: () => boolean, close: () => void) {
    this.#isOtherActive = isOtherActive;
    this.close = close;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.workedAt = performance.now();
    // A market alone uses up no share.
    if (!this.#isOtherActive()) return work();
    if (this.#isWithinShare()) return this.#start(work).done;
    const turn = await this.#queue.run(async () => {
      const pauseMs = this.#pauseMs();
      if (pauseMs > 0) await delay(pauseMs);
      const started = this.#start(work);
      await started.ended;
      // In an object: the turn ends before longer work does.
      return started;
    });
    return turn.done;
  }

  #isWithinShare(): boolean {
    return this.#queue.waiting === 0 && this.#working < MAX_BESIDE && this.#pauseMs() === 0;
  }

  #pauseMs(): number {
    return this.#shares.pauseMs('', performance.now());
  }

  #start<T>(work: () => Promise<T>): { done: Promise<T>; ended: Promise<void> } {
    const startedAt = performance.now();
    this.#working += 1;
    const done = work();
    const ended = endOf(done).finally(() => {
      this.#working -= 1;
      this.#shares.add('', performance.now() - startedAt, performance.now());
    });
    return { done, ended };
  }
}

/** The end of a turn, which the work may outlast. */
async function endOf(work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MAX_TURN_MS);
  const end = () => {
    clearTimeout(timer);
    resolve();
  };
  work.then(end, end);
  await promise;
}
