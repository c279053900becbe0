/** Values of one `/metrics` by name; the series of one name are added up. */
type Metrics = ReadonlyMap<string, number>;

export function parseMetrics(text: string): Metrics {
  const values = new Map<string, number>();
  for (const line of text.split('\n')) {
    const found = /^([a-z_:][\w:]*)(?:\{.*\})? (\S+)/i.exec(line);
    if (found === null) continue;
    const value = Number(found[2]);
    if (!Number.isNaN(value)) values.set(found[1]!, (values.get(found[1]!) ?? 0) + value);
  }
  return values;
}

/** What one process reported at a moment (milliseconds after the start). */
export type Sample = { at: number; process: string; metrics: Metrics };

type Resource = {
  name: string;
  /** What counts as full. */
  full: string;
  /** The used share between two samples, 1 is full; undefined if the server does not report it. */
  share: (now: Metrics, before: Metrics, seconds: number) => number | undefined;
};

/** A process of the product uses one core, and some more for photos and passwords. */
const resources: readonly Resource[] = [
  {
    name: 'CPU of the process',
    full: 'one core',
    share: rate('process_cpu_user_seconds_total', 'process_cpu_system_seconds_total'),
  },
  {
    name: 'event loop',
    // With the 50 ms between two readings.
    full: 'p99 of the lag at 100 ms',
    share: gauge('nodejs_eventloop_lag_p99_seconds', 0.15),
  },
  {
    name: 'database pool',
    full: 'eight wait for a connection',
    share: gauge('bookswap_database_waiting_requests', 8),
  },
  { name: 'queues', full: 'twenty tasks wait', share: gauge('bookswap_queue_waiting_tasks', 20) },
  { name: 'sockets', full: '10,000 open', share: gauge('bookswap_open_sockets', 10_000) },
  { name: 'CPU of the database', full: 'all cores', share: rate('database_cpu_share_seconds') },
  { name: 'disk of the database', full: 'busy without a pause', share: rate('database_disk_busy_seconds') },
  { name: 'memory of the database', full: 'all of the machine', share: gauge('database_memory_share', 1) },
];

/** Of counters of seconds. */
function rate(...names: string[]): Resource['share'] {
  return (now, before, seconds) => {
    const [to, from] = [sum(now, ...names), sum(before, ...names)];
    return to === undefined || from === undefined ? undefined : (to - from) / seconds;
  };
}

function gauge(name: string, full: number): Resource['share'] {
  return (now) => {
    const value = now.get(name);
    return value === undefined ? undefined : value / full;
  };
}

function sum(metrics: Metrics, ...names: string[]): number | undefined {
  const values = names.map((name) => metrics.get(name));
  return values.some((value) => value === undefined)
    ? undefined
    : values.reduce<number>((all, value) => all + value!, 0);
}

export type Load = {
  resource: string;
  full: string;
  process: string;
  /** The highest share, and when. */
  highest: number;
  highestAt: number;
  /** When it was full for the first time, for two samples; undefined if never. */
  fullAt: number | undefined;
};

/** A share of this is full: nothing comes nearer to a whole core. */
const FULL_SHARE = 0.95;

/** The load of each resource of each process: the first to be full comes first, then the fullest. */
export function findLoads(samples: readonly Sample[]): Load[] {
  const loads: Load[] = [];
  for (const [process, own] of Map.groupBy(samples, (sample) => sample.process)) {
    for (const { name, full, share } of resources) {
      const shares = own.slice(1).flatMap((sample, index) => {
        const before = own[index]!;
        const value = share(sample.metrics, before.metrics, (sample.at - before.at) / 1_000);
        return value === undefined ? [] : [{ at: sample.at, value }];
      });
      if (shares.length === 0) continue;
      const highest = shares.reduce((best, one) => (one.value > best.value ? one : best));
      const isFull = (index: number) => (shares[index]?.value ?? 0) >= FULL_SHARE;
      const fullIndex = shares.findIndex((_, index) => isFull(index) && isFull(index + 1));
      loads.push({
        resource: name,
        full,
        process,
        highest: highest.value,
        highestAt: highest.at,
        fullAt: shares[fullIndex]?.at,
      });
    }
  }
  return loads.toSorted(
    (one, other) => (one.fullAt ?? Infinity) - (other.fullAt ?? Infinity) || other.highest - one.highest,
  );
}
