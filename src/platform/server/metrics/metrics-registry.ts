import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { withTimeout } from '../concurrency/with-timeout.ts';
import { FIRST_MARKET, type MarketIdentity } from '../markets/market-identity.ts';
import { HttpRequestCounts } from './http-request-counts.ts';
import { createMarketSeries, type MarketSeries } from './market-series.ts';
import type { MetricKind, MetricOptions, ProcessMetrics, Reading, Source } from './metric-types.ts';
import { Metrics } from './metrics.ts';

type Observed = Required<Pick<MetricOptions, 'combine'>> & {
  kind: MetricKind;
  label: string | undefined;
  sources: Set<Source>;
  /** What counters had counted when their market was closed, so that no sum falls. */
  ended: Map<string, number>;
};

/** A part that does not respond must not hold the others up. */
const READ_TIMEOUT_MS = 2_000;
/** With several markets each scrape would send some statements to each database. */
const KEPT_MS = 15_000;
/** Each reading of the lag of the event loop is a timer: one every 10 ms costs half a percent of a core. */
const LAG_INTERVAL_MS = 50;

/** They observe the process and are never stopped, so there is one of each, in no market's memory. */
let processRegistry: Registry | undefined;
function observeProcess(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: LAG_INTERVAL_MS });
  }
  return processRegistry;
}

const NO_LABEL = '';

const combining = {
  sum: (one: number, other: number) => one + other,
  max: Math.max,
  min: Math.min,
};

/** What `/metrics` of a process exports: the sums of its markets. Values are read for each request. */
export class MetricsRegistry implements ProcessMetrics {
  readonly #registry = new Registry();
  readonly #observed = new Map<string, Observed>();
  readonly #views = new Set<Metrics>();
  readonly #httpRequests = new HttpRequestCounts();
  #series: MarketSeries | undefined;
  readonly contentType = this.#registry.contentType;

  constructor() {
    for (const metric of this.#httpRequests.metrics()) this.#registry.registerMetric(metric);
  }

  /** The metrics of a market, or of the process itself. */
  open(market: MarketIdentity | null): Metrics {
    const view: Metrics = new Metrics(this, market, () => this.#forget(view));
    if (market === null) return view;
    this.#views.add(view);
    if (market.number !== FIRST_MARKET && this.#series === undefined) {
      this.#series = createMarketSeries(() => this.#views);
      for (const metric of this.#series.metrics) this.#registry.registerMetric(metric);
    }
    return view;
  }

  /** Whether a market beside that of an installation alone has been here. */
  get hasSeveralMarkets(): boolean {
    return this.#series !== undefined;
  }

  async text(): Promise<string> {
    return `${await this.#registry.metrics()}\n${await observeProcess().metrics()}`;
  }

  readonly httpRequests = this.#httpRequests;

  #forget(view: Metrics): void {
    this.#series?.keep(view);
    this.#views.delete(view);
  }

  observe(kind: MetricKind, options: MetricOptions, source: Source): () => Promise<void> {
    const { name, label } = options;
    const observed = this.#observed.get(name) ?? this.#register(kind, options);
    if (observed.kind !== kind || observed.label !== label)
      throw new Error(`The metric ${name} is registered differently`);
    observed.sources.add(source);
    return async () => {
      if (kind === 'counter') add(observed.ended, await readNow(source), combining.sum);
      observed.sources.delete(source);
    };
  }

  readSource(source: Source): Promise<Reading> {
    return this.#views.size > 1 ? readKept(source) : readNow(source);
  }

  #register(kind: MetricKind, { name, help, label, combine = 'sum' }: MetricOptions): Observed {
    const observed: Observed = { kind, label, combine, sources: new Set(), ended: new Map() };
    this.#observed.set(name, observed);
    const read = () => this.#read(observed);
    const labelNames = label === undefined ? [] : [label];
    const common = { name, help, labelNames, registers: [] };
    this.#registry.registerMetric(
      kind === 'gauge'
        ? new Gauge({
            ...common,
            collect: collector(label, read, (gauge, labels, value) => gauge.set(labels, value)),
          })
        : new Counter({
            ...common,
            collect: collector(label, read, (counter, labels, value) => counter.inc(labels, value)),
          }),
    );
    return observed;
  }

  async #read({ sources, ended, combine }: Observed): Promise<ReadonlyMap<string, number>> {
    const readings = await Promise.all([...sources].map((source) => this.readSource(source)));
    const values = new Map(ended);
    for (const reading of readings) add(values, reading, combining[combine]);
    return values;
  }
}

/** A value that cannot be read is left out, and the others are exported. */
const readNow = ({ read }: Source): Promise<Reading> =>
  withTimeout((async () => read())(), READ_TIMEOUT_MS).catch(() => null);

/** What has to be asked for is kept for a while; the others are in memory. */
async function readKept(source: Source): Promise<Reading> {
  const now = performance.now();
  if (source.kept !== undefined && source.kept.until > now) return source.kept.reading;
  const direct = (() => {
    try {
      return source.read();
    } catch {
      return null;
    }
  })();
  if (!(direct instanceof Promise)) return direct;
  const reading = withTimeout(direct, READ_TIMEOUT_MS).catch(() => null);
  source.kept = { until: now + KEPT_MS, reading };
  return reading;
}

function add(
  values: Map<string, number>,
  reading: Reading,
  combine: (one: number, other: number) => number,
): void {
  if (reading === null) return;
  const entries = typeof reading === 'number' ? [[NO_LABEL, reading] as const] : reading;
  for (const [label, value] of entries) {
    const known = values.get(label);
    values.set(label, known === undefined ? value : combine(known, value));
  }
}

type Settable = { reset(): void; remove(): void };

function collector<M extends Settable>(
  label: string | undefined,
  read: () => Promise<ReadonlyMap<string, number>>,
  set: (metric: M, labels: Record<string, string>, value: number) => void,
) {
  return async function collect(this: M): Promise<void> {
    const values = await read();
    this.reset();
    // The library resets a metric without labels to 0.
    if (label === undefined) this.remove();
    for (const [value, count] of values) set(this, label === undefined ? {} : { [label]: value }, count);
  };
}
