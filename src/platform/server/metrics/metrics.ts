import { Counter, Gauge, Registry } from 'prom-client';
import { withTimeout } from '../concurrency/with-timeout.ts';
import type { ResponseCache } from '../http/cache/response-cache.ts';

/** A number, or one for each value of the label. Null: unknown now, so that nothing is exported. */
type Reading = number | ReadonlyMap<string, number> | null;
type Read = () => Reading | Promise<Reading>;

type MetricOptions = {
  /** `bookswap_<noun>_<unit>`; a counter ends in `_total`. */
  name: string;
  help: string;
  /** The one label of the metric. Its values are few and never text of users. */
  label?: string;
};

type Observed = { kind: 'gauge' | 'counter'; label: string | undefined; reads: Read[] };

/** A part that does not respond must not hold the others up. */
const READ_TIMEOUT_MS = 2_000;

/** What `/metrics` exports. Values are read for each request, so that they cost nothing before. */
export class Metrics {
  readonly registry = new Registry();
  readonly #observed = new Map<string, Observed>();
  readonly #caches = new Map<string, ResponseCache>();

  constructor() {
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

  #observe(kind: Observed['kind'], { name, help, label }: MetricOptions, read: Read): void {
    const known = this.#observed.get(name);
    if (known !== undefined) {
      if (known.kind !== kind || known.label !== label || label === undefined)
        throw new Error(`The metric ${name} is registered differently`);
      known.reads.push(read);
      return;
    }
    const reads = [read];
    this.#observed.set(name, { kind, label, reads });
    const labelNames = label === undefined ? [] : [label];
    const common = { name, help, labelNames, registers: [] };
    this.registry.registerMetric(
      kind === 'gauge'
        ? new Gauge({
            ...common,
            collect: collector(label, reads, (gauge, labels, value) => gauge.set(labels, value)),
          })
        : new Counter({
            ...common,
            collect: collector(label, reads, (counter, labels, value) => counter.inc(labels, value)),
          }),
    );
  }
}

type Metric = { reset(): void; remove(): void };

/** A value that cannot be read is left out, and the others are exported. */
function collector<M extends Metric>(
  label: string | undefined,
  reads: readonly Read[],
  set: (metric: M, labels: Record<string, string>, value: number) => void,
) {
  return async function collect(this: M): Promise<void> {
    const readings = await Promise.all(
      reads.map((read) => withTimeout((async () => read())(), READ_TIMEOUT_MS).catch(() => null)),
    );
    this.reset();
    // The library resets a metric without labels to 0.
    if (label === undefined) this.remove();
    for (const reading of readings) {
      if (typeof reading === 'number') set(this, {}, reading);
      else for (const [value, count] of reading ?? []) set(this, { [label!]: value }, count);
    }
  };
}
