import type { Clock } from '#platform/shared/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { BoundedQueue } from '../../concurrency/bounded-queue.ts';
import type { Logger } from '../../http/create-http-server.ts';
import { isUnavailable } from '../../is-unavailable.ts';
import type { Lease, MarketLeases, WakeTime } from './market-leases.ts';
import type { MarketWork, WithMarket } from './market-work.ts';

/** A closed market is opened at least that often: jobs that cannot tell when they are due run then. */
const MAX_SLEEP_MS = HOUR_MS;
/** While a market is open, each process in which it is moves its time to wake on: if it is killed, another one opens it then. */
const WAKE_AFTER_LOSS_MS = 2 * MINUTE_MS;
const AT_ONCE = 8;
/** No market's number. */
const TELLING = 0;

type MarketTimetableOptions = {
  leases: Pick<MarketLeases, 'held' | 'holds' | 'setWakeTimes'>;
  withMarket: WithMarket;
  /** The markets that are open in this process. */
  listOpen: () => ReadonlyMap<number, MarketWork>;
  clock: Clock;
  log: Logger;
};

/** Runs the scheduled jobs of the markets whose leases this process holds, and opens them when their time has come. */
export class MarketTimetable {
  readonly #options: MarketTimetableOptions;
  readonly #busy = new Set<number>();
  /** Until when jobs have run here; stored with the next time to wake. */
  readonly #ran = new Map<number, Date>();
  readonly #turns = new BoundedQueue({ running: AT_ONCE, waiting: Infinity });
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: MarketTimetableOptions) {
    this.#options = options;
  }

  /** No schedule is finer than a minute. */
  start(): void {
    if (this.#isStopped) return;
    const ms = MINUTE_MS - (Date.now() % MINUTE_MS);
    this.#timer = setTimeout(() => {
      void this.tick(this.#options.clock.now());
      this.start();
    }, ms).unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** What happens each minute; until all jobs have run. Never rejects. */
  async tick(at: Date): Promise<void> {
    const { leases, listOpen } = this.#options;
    const open = listOpen();
    const due = leases
      .held()
      .filter(({ market, wakeAt }) => open.has(market) || wakeAt === null || wakeAt <= at);
    await Promise.all([
      this.#once(TELLING, () => this.#moveWakeTimes(open, at)),
      ...due.map((lease) => this.#once(lease.market, () => this.#run(lease, at, open.get(lease.market)))),
    ]);
  }

  /** The market is being closed here: stores when it is opened again for its jobs. Never rejects. */
  async close(market: number, work: Pick<MarketWork, 'nextDue'>): Promise<void> {
    const now = this.#options.clock.now();
    try {
      const wakeAt = earlier(await work.nextDue(now), after(now, MAX_SLEEP_MS));
      await this.#options.leases.setWakeTimes([this.#wakeTime(market, wakeAt)]);
      this.#ran.delete(market);
    } catch (error) {
      this.#report(error, market);
    }
  }

  async #run(lease: Lease, at: Date, open: MarketWork | undefined): Promise<void> {
    // Looking keeps no market open.
    if (open !== undefined) return this.#runIn(open, lease, at);
    const { withMarket, leases } = this.#options;
    await this.#turns.run(() =>
      withMarket(lease.market, async (work) => {
        await leases.setWakeTimes([this.#wakeTime(lease.market, after(at, WAKE_AFTER_LOSS_MS))]);
        await this.#runIn(work, lease, at);
      }),
    );
  }

  async #runIn(work: MarketWork, { market, ranUntil }: Lease, at: Date): Promise<void> {
    if (this.#isStopped) return;
    const since = later(this.#ran.get(market) ?? null, ranUntil) ?? after(at, -MINUTE_MS);
    await work.drainOutbox();
    await work.runSchedule(since, at);
    this.#ran.set(market, at);
  }

  /**
   * Of all open markets, in one statement. The jobs of some run in other processes, which learn here of what is due since the market
   * is open.
   */
  async #moveWakeTimes(open: ReadonlyMap<number, MarketWork>, at: Date): Promise<void> {
    const { leases } = this.#options;
    const times: WakeTime[] = [];
    for (const [market, work] of open) {
      const loss = after(at, WAKE_AFTER_LOSS_MS);
      try {
        const due = leases.holds(market) ? null : await work.nextDue(at);
        times.push(this.#wakeTime(market, earlier(due, loss)));
      } catch (error) {
        this.#report(error, market);
      }
    }
    await leases.setWakeTimes(times);
  }

  #wakeTime(market: number, wakeAt: Date): WakeTime {
    const ranUntil = this.#ran.get(market);
    return { market, wakeAt, ...(ranUntil !== undefined && { ranUntil }) };
  }

  async #once(market: number, run: () => Promise<void>): Promise<void> {
    if (this.#busy.has(market)) return;
    this.#busy.add(market);
    try {
      await run();
    } catch (error) {
      this.#report(error, market);
    } finally {
      this.#busy.delete(market);
    }
  }

  #report(error: unknown, market: number): void {
    if (!isUnavailable(error))
      this.#options.log.error({ err: error, market }, 'the scheduled jobs of a market could not run');
  }
}

const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
const earlier = (one: Date | null, other: Date): Date => (one !== null && one < other ? one : other);
const later = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one;
