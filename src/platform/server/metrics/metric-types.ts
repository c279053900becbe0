import type { ServedRequest } from '../http/served-requests.ts';

/** A number, or one for each value of the label. Null: unknown now, so that nothing is exported. */
export type Reading = number | ReadonlyMap<string, number> | null;
export type Read = () => Reading | Promise<Reading>;

export type MetricOptions = {
  /** `bookswap_<noun>_<unit>`; a counter ends in `_total`. */
  name: string;
  help: string;
  /** The one label of the metric. Its values are few and never text of users. */
  label?: string;
  /** What one value is made of those of several markets: their sum without it. */
  combine?: 'sum' | 'max' | 'min';
};

export type MetricKind = 'gauge' | 'counter';

/** A value, and what was read of it last. */
export type Source = { read: Read; kept?: { until: number; reading: Promise<Reading> } };

/** What a process exports: the sums of its markets. */
export type ProcessMetrics = {
  readonly contentType: string;
  text(): Promise<string>;
  /** The result ends it: a counter keeps its last value. Throws if the metric is registered differently. */
  observe(kind: MetricKind, options: MetricOptions, source: Source): () => Promise<void>;
  readSource(source: Source): Promise<Reading>;
  /** Counts a response of a market, or of the process itself. */
  readonly httpRequests: { add(served: ServedRequest): void };
};
