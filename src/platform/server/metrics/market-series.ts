import { Counter, Gauge, type Metric } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** The market's numbers: these five alone have a label, since each is one more series for each market. */
type Totals = { requests: number; errors: number; databaseSeconds: number };

/** A label with more values would cost a monitoring system more than the process. */
const MAX_LABELS = 200;
const OTHER = 'other';
const NONE: Totals = { requests: 0, errors: 0, databaseSeconds: 0 };

export type MarketSeries = {
  metrics: Metric[];
  /** Called when a market is closed: what it has counted stays. */
  keep(view: Metrics): void;
};

export function createMarketSeries(views: () => Iterable<Metrics>): MarketSeries {
  const labels = new Map<number, string>();
  const ended = new Map<string, Totals>();
  /** The first markets keep their label; the further ones share one. */
  const labelOf = ({ market }: Metrics): string => {
    const { number, name } = market!;
    const label = labels.get(number) ?? (labels.size < MAX_LABELS ? name : OTHER);
    if (label !== OTHER) labels.set(number, label);
    return label;
  };
  const totalsByMarket = () => {
    const totals = new Map(ended);
    for (const view of views()) {
      const label = labelOf(view);
      totals.set(label, sum(totals.get(label), totalsOf(view)));
    }
    return totals;
  };
  const counter = (name: string, help: string, key: keyof Totals) =>
    createCounter(name, help, { key, read: totalsByMarket });
  const gauge = (name: string, help: string, source: string) =>
    createGauge(name, help, () =>
      Promise.all(
        [...views()].map(async (view) => [labelOf(view), await view.sumOf(source).catch(() => 0)] as const),
      ),
    );
  return {
    metrics: [
      counter('bookswap_market_http_requests_total', 'Responses of a market.', 'requests'),
      counter(
        'bookswap_market_http_errors_total',
        'Responses of a market with status 500 or above.',
        'errors',
      ),
      counter(
        'bookswap_market_database_seconds_total',
        'For how long connections to the database of a market were in use.',
        'databaseSeconds',
      ),
      gauge('bookswap_market_open_sockets', 'Open connections of the socket.', 'bookswap_open_sockets'),
      gauge(
        'bookswap_market_waiting_jobs',
        'Due jobs that no process has taken yet.',
        'bookswap_waiting_jobs',
      ),
    ],
    keep(view) {
      const label = labelOf(view);
      ended.set(label, sum(ended.get(label), totalsOf(view)));
    },
  };
}

const createCounter = (
  name: string,
  help: string,
  { key, read }: { key: keyof Totals; read: () => ReadonlyMap<string, Totals> },
): Metric =>
  new Counter({
    name,
    help,
    labelNames: ['market'],
    registers: [],
    collect() {
      this.reset();
      for (const [market, totals] of read()) this.inc({ market }, totals[key]);
    },
  });

const createGauge = (
  name: string,
  help: string,
  read: () => Promise<readonly (readonly [string, number])[]>,
): Metric =>
  new Gauge({
    name,
    help,
    labelNames: ['market'],
    registers: [],
    async collect() {
      const values = await read();
      this.reset();
      for (const [market, value] of values) this.inc({ market }, value);
    },
  });

const totalsOf = ({ served, databaseMs }: Metrics): Totals => ({
  ...served,
  databaseSeconds: databaseMs() / 1_000,
});

const sum = (one: Totals = NONE, other: Totals): Totals => ({
  requests: one.requests + other.requests,
  errors: one.errors + other.errors,
  databaseSeconds: one.databaseSeconds + other.databaseSeconds,
});
