import type { Clock } from '#platform/shared/clock.ts';
import { createOutageLog } from '../../events/event-carrier.ts';
import type { Logger } from '../../http/create-http-server.ts';

/** How often a process renews its leases, and for how long they last. */
const LEASE_RENEWAL_MS = 10_000;
export const LEASE_MS = 30_000;

/** A market whose scheduled jobs this process runs. */
export type Lease = {
  market: number;
  /** When it is to be opened for its jobs, if it is closed; null: at once. */
  wakeAt: Date | null;
  /** Until when its scheduled jobs have run; null if they never did. */
  ranUntil: Date | null;
};

export type WakeTime = { market: number; wakeAt: Date; ranUntil?: Date };

/** The leases in the control database, in a statement each. */
export interface LeaseStore {
  /**
   * Says that the process lives, and renews or takes its leases until `now` plus `LEASE_MS`: those of the markets
   * that prefer it to all processes which live. It ends its others.
   */
  renew(process: string, now: Date): Promise<Lease[]>;
  /** Stores when closed markets are to be opened. */
  setWakeTimes(times: readonly WakeTime[]): Promise<void>;
  /** Ends all leases of the process. */
  release(process: string, now: Date): Promise<void>;
}

type MarketLeasesOptions = {
  /** A UUID of this run of the program. */
  process: string;
  store: LeaseStore;
  clock: Clock;
  log: Logger;
  onTaken?: (markets: readonly number[]) => void;
};

/** The leases of this process. Without the control database it loses them when their time is over. */
export class MarketLeases {
  readonly #options: MarketLeasesOptions;
  readonly #outage: ReturnType<typeof createOutageLog>;
  #leases = new Map<number, Lease>();
  #until = 0;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: MarketLeasesOptions) {
    this.#options = options;
    this.#outage = createOutageLog((error) =>
      options.log.warn({ err: error }, 'the leases of markets cannot be renewed'),
    );
  }

  holds(market: number): boolean {
    return this.#leases.has(market) && this.#options.clock.now().getTime() < this.#until;
  }

  held(): readonly Lease[] {
    return this.#options.clock.now().getTime() < this.#until ? [...this.#leases.values()] : [];
  }

  start(): void {
    this.#setTimer(0);
  }

  /** What happens every ten seconds. Never rejects. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  /** Throws if the control database does not answer. */
  async setWakeTimes(times: readonly WakeTime[]): Promise<void> {
    for (const { market, ...time } of times) {
      const lease = this.#leases.get(market);
      if (lease !== undefined) Object.assign(lease, time);
    }
    if (times.length > 0) await this.#options.store.setWakeTimes(times);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#renewing;
    this.#leases.clear();
    const { store, process, clock } = this.#options;
    // Without the database they end by themselves.
    await store.release(process, clock.now()).catch(() => {});
  }

  async #renew(): Promise<void> {
    const { store, process, clock, onTaken } = this.#options;
    const now = clock.now();
    try {
      const leases = await store.renew(process, now);
      if (this.#isClosed) return;
      const before = this.#leases;
      this.#leases = new Map(leases.map((lease) => [lease.market, lease]));
      this.#until = now.getTime() + LEASE_MS;
      this.#outage.recovered();
      const taken = [...this.#leases.keys()].filter((market) => !before.has(market));
      if (taken.length > 0) onTaken?.(taken);
    } catch (error) {
      this.#outage.failed(error as Error);
    }
  }

  #setTimer(ms: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      void this.renew().finally(() => this.#setTimer(LEASE_RENEWAL_MS));
    }, ms).unref();
  }
}
