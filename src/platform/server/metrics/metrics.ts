import type { ResponseCache } from '../http/cache/response-cache.ts';
import type { ServedRequests } from '../http/served-requests.ts';
import type { MarketIdentity } from '../markets/market-identity.ts';
import type { MetricKind, MetricOptions, ProcessMetrics, Read, Source } from './metric-types.ts';

/** The part of a market, or of the process itself, in what `/metrics` exports. */
export class Metrics {
  readonly process: ProcessMetrics;
  readonly #onClosed: () => void;
  readonly market: MarketIdentity | null;
  readonly #ends: (() => Promise<void>)[] = [];
  readonly #sources = new Map<string, Source[]>();
  readonly #caches = new Map<string, ResponseCache>();
  /** Responses, and those with status 500 or above. */
  readonly served = { requests: 0, errors: 0 };
  /** Milliseconds for which connections to the database were in use. */
  databaseMs: () => number = () => 0;

  constructor(process: ProcessMetrics, market: MarketIdentity | null, onClosed: () => void) {
    this.process = process;
    this.#onClosed = onClosed;
    this.market = market;
    if (market !== null) this.#countCaches();
  }

  #countCaches(): void {
    const label = 'cache';
    const countOf = (read: (cache: ResponseCache) => number) => () =>
      new Map([...this.#caches].map(([name, cache]) => [name, read(cache)]));
    this.counter(
      { name: 'bookswap_cache_hits_total', help: 'Responses that a cache had.', label },
      countOf(({ hits }) => hits),
    );
    this.counter(
      { name: 'bookswap_cache_misses_total', help: 'Responses that were made for a cache.', label },
      countOf(({ misses }) => misses),
    );
  }

  /** A value that rises and falls. Several parts may register a name with a label, each with its own values. */
  gauge(options: MetricOptions, read: Read): void {
    this.#observe('gauge', options, read);
  }

  /** A value that only rises, counted elsewhere since the start of the process. */
  counter(options: MetricOptions, read: Read): void {
    this.#observe('counter', options, read);
  }

  queue(name: string, queue: { readonly running: number; readonly waiting: number }): void {
    const label = 'queue';
    this.gauge(
      { name: 'bookswap_queue_running_tasks', help: 'Tasks that a bounded queue runs now.', label },
      () => new Map([[name, queue.running]]),
    );
    this.gauge(
      { name: 'bookswap_queue_waiting_tasks', help: 'Tasks that wait in a bounded queue.', label },
      () => new Map([[name, queue.waiting]]),
    );
  }

  cache(name: string, cache: ResponseCache): void {
    this.#caches.set(name, cache);
  }

  countHttpRequests(servedRequests: ServedRequests): void {
    const { served } = this;
    servedRequests.add((request) => {
      this.process.httpRequests.add(request);
      served.requests += 1;
      if (request.status >= 500) served.errors += 1;
    });
  }

  /** The sum of a metric's values here. */
  async sumOf(name: string): Promise<number> {
    const readings = await Promise.all(
      (this.#sources.get(name) ?? []).map((source) => this.process.readSource(source)),
    );
    return readings
      .flatMap((reading) => (typeof reading === 'number' ? [reading] : [...(reading?.values() ?? [])]))
      .reduce((sum, value) => sum + value, 0);
  }

  /** Counters keep what they have counted; the rest is of this market no longer. */
  async close(): Promise<void> {
    await Promise.all(this.#ends.splice(0).map((end) => end()));
    this.#onClosed();
    this.#caches.clear();
    this.#sources.clear();
  }

  #observe(kind: MetricKind, options: MetricOptions, read: Read): void {
    const sources = this.#sources.get(options.name) ?? [];
    if (sources.length > 0 && options.label === undefined)
      throw new Error(`The metric ${options.name} is registered differently`);
    const source = { read };
    this.#ends.push(this.process.observe(kind, options, source));
    this.#sources.set(options.name, [...sources, source]);
  }
}
