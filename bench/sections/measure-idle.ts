import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { type BenchEnvironment, openBenchEnvironment } from '../bench-environment.ts';
import { below, type ReportRow } from '../results/report.ts';

const size = { books: 10_000, sellers: 400, boosted: 10 };
const pace = { rounds: 1, milliseconds: 1_000 };
/** Connections close after a minute, and the first maintenance of the queue is over. */
const SETTLING_MS = 2 * MINUTE_MS;
/** Jobs that run every five minutes run once. */
const IDLE_MS = 5 * MINUTE_MS;

const CPU_AIM_PERCENT = 0.3;
const TRANSACTIONS_AIM = 0.2;
/** One for requests, one for events. */
const MAX_CONNECTIONS = 2;

type Options = { profileDir: string | undefined; progress: (text: string) => void };
type Reading = { at: number; cpu: number; transactions: number; connections: number };

/** What a process costs that nobody uses, with an external PostgreSQL: for five minutes. */
export async function measureIdle(options: Options): Promise<ReportRow[]> {
  await using market = await openBenchEnvironment({ engine: 'postgres', size, pace, ...options });
  // The statistics are of the whole server: read from another database, they contain no reading.
  const url = new URL(market.server.ready.databaseUrl);
  const name = decodeURIComponent(url.pathname.slice(1));
  url.pathname = '/template1';
  const statistics = new pg.Client({ connectionString: url.toString() });
  await statistics.connect();
  try {
    await delay(SETTLING_MS);
    const before = await read(market, statistics, name);
    await delay(IDLE_MS);
    return toRows(before, await read(market, statistics, name));
  } finally {
    await statistics.end();
  }
}

async function read(market: BenchEnvironment, statistics: pg.Client, name: string): Promise<Reading> {
  const { rows } = await statistics.query<{ transactions: string; connections: string }>(
    `SELECT xact_commit + xact_rollback AS transactions, (
       SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND application_name LIKE 'bookswap%') AS connections
     FROM pg_stat_database WHERE datname = $1`,
    [name],
  );
  const { transactions, connections } = rows[0]!;
  return {
    at: performance.now(),
    cpu: await market.cpu(),
    transactions: Number(transactions),
    connections: Number(connections),
  };
}

function toRows(before: Reading, after: Reading): ReportRow[] {
  const seconds = (after.at - before.at) / 1_000;
  const percent = (after.cpu - before.cpu) / 1e6 / seconds / 0.01;
  const perSecond = (after.transactions - before.transactions) / seconds;
  return [
    {
      figure: 'CPU of an idle process, of one core',
      measured: `${percent.toFixed(2)} %`,
      aim: below(percent, CPU_AIM_PERCENT, '%'),
    },
    {
      figure: 'Transactions of an idle process',
      measured: `${perSecond.toFixed(2)}/s`,
      aim: below(perSecond, TRANSACTIONS_AIM, '/s'),
    },
    {
      figure: 'Connections of an idle process',
      measured: String(after.connections),
      aim: { text: `≤ ${MAX_CONNECTIONS}`, met: after.connections <= MAX_CONNECTIONS },
    },
  ];
}
