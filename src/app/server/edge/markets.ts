import { BoundedQueue } from '#platform/server/concurrency/bounded-queue.ts';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import type { MarketDirectory, MarketEntry } from '#platform/server/markets/market-directory.ts';
import { expectGarbage } from '#platform/server/release-memory.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { toOpening } from './market-config.ts';
import { MarketUnavailableError } from './market-unavailable-error.ts';
import type { OpenMarket, Slot } from './market-slot.ts';
import { Replacements } from './replacements.ts';

export type MarketsOptions = {
  directory: MarketDirectory;
  open: (entry: MarketEntry) => Promise<OpenMarket>;
  clock: Clock;
  log: Pick<Logger, 'error' | 'warn'>;
  /** Whether the market stays open. */
  isPinned: (number: number) => boolean;
  maxOpen: number;
};

const IDLE_MS = 10 * MINUTE_MS;
const SWEEP_INTERVAL_MS = 15_000;
/** How long markets that are about to close wait for a moment without requests. */
const LAST_REQUESTS_LIMIT_MS = 1_000;
const MAX_OPENINGS = 4;
/** Requests that wait for one market to open. */
const MAX_WAITING = 200;
const BUSY_RETRY_SECONDS = 1;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** The open markets of a process: opened at the first request, closed after ten idle minutes. */
export class Markets {
  readonly #options: MarketsOptions;
  readonly #slots = new Map<number, Slot>();
  readonly #openings = new BoundedQueue({ running: MAX_OPENINGS, waiting: Infinity });
  readonly #ending = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #unsubscribe: () => void;
  readonly #sweeper: NodeJS.Timeout;
  /** Openings that run, which count among the open ones. */
  #starting = 0;
  #isDraining = false;

  constructor(options: MarketsOptions) {
    this.#options = options;
    this.#unsubscribe = options.directory.subscribe(({ number }) => this.#follow(number));
    this.#sweeper = setInterval(() => void this.closeIdle(), SWEEP_INTERVAL_MS).unref();
  }

  /** Those that are open, in no order. */
  list(): { number: number; market: OpenMarket }[] {
    return [...this.#slots.values()].flatMap(({ number, opened }) =>
      opened === null ? [] : [{ number, market: opened }],
    );
  }

  /** The market if it is open. It counts as used now. */
  find(number: number): OpenMarket | undefined {
    const slot = this.#slots.get(number);
    if (slot === undefined || slot.opened === null) return undefined;
    slot.usedAt = this.#now();
    return slot.opened;
  }

  /** Opens it if it is closed. Throws MarketUnavailableError. */
  async get(number: number): Promise<OpenMarket> {
    const open = this.find(number);
    if (open !== undefined) return open;
    const slot = this.#slotOf(number);
    const waitMs = slot.retryAt - this.#now();
    if (this.#closing.signal.aborted || slot.waiting >= MAX_WAITING)
      throw new MarketUnavailableError(BUSY_RETRY_SECONDS);
    if (waitMs > 0) throw new MarketUnavailableError(Math.ceil(waitMs / 1_000));
    slot.opening ??= this.#open(slot);
    slot.waiting += 1;
    try {
      return await slot.opening;
    } finally {
      slot.waiting -= 1;
    }
  }

  /** Opens it at the start of the process. Throws what prevents that. */
  open(number: number): Promise<OpenMarket> {
    return this.#start(this.#slotOf(number));
  }

  /** Keeps the market open while `work` runs. Throws MarketUnavailableError if it cannot be opened. */
  async run<T>(number: number, work: (market: OpenMarket) => Promise<T>): Promise<T> {
    const slot = this.#slotOf(number);
    slot.holds += 1;
    try {
      return await work(await this.get(number));
    } finally {
      slot.holds -= 1;
      slot.usedAt = this.#now();
    }
  }

  /**
   * Opens the market again, with what its settings are now, and closes the old one when its requests have ended. If
   * that fails the old one goes on. A closed market stays closed.
   */
  reopen(number: number): Promise<void> {
    return this.#slots.get(number)?.replacements.request() ?? Promise.resolve();
  }

  /** As `reopen`; a failure is in the log. */
  reopenLater(number: number): void {
    this.reopen(number).catch((error: unknown) =>
      this.#options.log.error({ err: error, market: number }, 'a market could not be opened again'),
    );
  }

  /** Closes what nobody has used for ten minutes; called from time to time. */
  async closeIdle(): Promise<void> {
    const idle = this.#closable().filter(({ usedAt }) => usedAt <= this.#now() - IDLE_MS);
    await Promise.all(idle.map((slot) => this.#close(slot)));
    if (idle.length > 0) expectGarbage();
  }

  /** No job begins, and connections end with their next response. */
  drain(): void {
    this.#isDraining = true;
    for (const { market } of this.list()) market.drain();
  }

  /** Serves the last requests on open connections, then closes every market. */
  async close(): Promise<void> {
    await Promise.all(this.list().map(({ market }) => market.quiet(LAST_REQUESTS_LIMIT_MS)));
    this.#closing.abort();
    this.#unsubscribe();
    clearInterval(this.#sweeper);
    const slots = [...this.#slots.values()];
    const replaced = slots.map(({ replacements }) => replacements.settled());
    await Promise.allSettled([...slots.flatMap(({ opening }) => opening ?? []), ...replaced]);
    await Promise.all(slots.map((slot) => this.#close(slot)));
    await Promise.all(this.#ending);
  }

  #slotOf(number: number): Slot {
    const known = this.#slots.get(number);
    if (known !== undefined) return known;
    const slot: Slot = {
      number,
      opened: null,
      openedAs: '',
      triedAs: '',
      opening: null,
      replacements: new Replacements(() => this.#replace(slot), this.#closing.signal),
      ending: Promise.resolve(),
      waiting: 0,
      failures: 0,
      retryAt: 0,
      usedAt: this.#now(),
      holds: 0,
    };
    this.#slots.set(number, slot);
    return slot;
  }

  async #open(slot: Slot): Promise<OpenMarket> {
    try {
      const market = await this.#start(slot);
      slot.failures = 0;
      slot.usedAt = this.#now();
      return market;
    } catch (error) {
      if (error instanceof MarketUnavailableError) throw error;
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** slot.failures, MAX_RETRY_MS);
      slot.failures += 1;
      slot.retryAt = this.#now() + waitMs;
      this.#options.log.error({ err: error, market: slot.number }, 'a market could not be opened');
      throw new MarketUnavailableError(Math.ceil(waitMs / 1_000));
    } finally {
      slot.opening = null;
      // What has changed meanwhile.
      this.#follow(slot.number);
    }
  }

  /** Opens the market, which then has the place of the one before. Returns it. */
  #start(slot: Slot): Promise<OpenMarket> {
    const { directory, open } = this.#options;
    const groups = [directory.get(slot.number)?.cell ?? ''];
    const start = async () => {
      if (slot.opened === null) await this.#makeRoom();
      const entry = directory.get(slot.number);
      if (entry?.state !== 'active' || this.#closing.signal.aborted)
        throw new MarketUnavailableError(BUSY_RETRY_SECONDS);
      this.#starting += 1;
      slot.triedAs = toOpening(entry);
      try {
        const market = await open(entry);
        if (directory.get(slot.number)?.state !== 'active') {
          await this.#end(market);
          throw new MarketUnavailableError(BUSY_RETRY_SECONDS);
        }
        if (this.#isDraining) market.drain();
        const old = slot.opened;
        slot.opened = market;
        slot.openedAs = slot.triedAs;
        if (old !== null) slot.ending = this.#end(old);
        return market;
      } finally {
        this.#starting -= 1;
      }
    };
    return this.#openings.run(start, { key: { groups } });
  }

  async #replace(slot: Slot): Promise<void> {
    await slot.opening?.catch(() => {});
    if (slot.opened === null || this.#closing.signal.aborted) return;
    await this.#start(slot);
    this.#follow(slot.number);
    await slot.ending;
  }

  /** Throws MarketUnavailableError if all are in use. */
  async #makeRoom(): Promise<void> {
    while (this.list().length + this.#starting >= this.#options.maxOpen) {
      const [oldest] = this.#closable().toSorted((one, other) => one.usedAt - other.usedAt);
      if (oldest === undefined) throw new MarketUnavailableError(BUSY_RETRY_SECONDS);
      await this.#close(oldest);
    }
  }

  #closable(): Slot[] {
    return [...this.#slots.values()].filter(
      ({ number, opened, holds }) =>
        opened !== null && holds === 0 && !this.#options.isPinned(number) && !opened.isBusy(),
    );
  }

  /** The directory has changed. */
  #follow(number: number): void {
    const slot = this.#slots.get(number);
    const entry = this.#options.directory.get(number);
    if (slot === undefined || slot.opening !== null || this.#closing.signal.aborted) return;
    if (entry?.state !== 'active') {
      void this.#close(slot);
      if (entry === undefined) this.#slots.delete(number);
    } else if (slot.opened === null) {
      // It may lie elsewhere now.
      if (slot.triedAs !== toOpening(entry)) Object.assign(slot, { failures: 0, retryAt: 0 });
    } else if (slot.openedAs !== toOpening(entry)) {
      this.reopenLater(number);
    }
  }

  async #close(slot: Slot): Promise<void> {
    const { opened } = slot;
    slot.opened = null;
    if (opened !== null) await this.#end(opened);
  }

  #end(market: OpenMarket): Promise<void> {
    const ended = market
      .close()
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'a market did not close cleanly'))
      .finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
    return ended;
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }
}
