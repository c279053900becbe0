import { findRedis, startRedis } from '#tests/support/server/redis-server.ts';
import { type BenchEnvironment, openBenchEnvironment } from '../bench-environment.ts';
import { httpLoad } from '../load/http-load.ts';
import { interleave, type Side } from '../load/interleave.ts';
import { createSearches } from '../load/searches.ts';
import { milliseconds, rateRow, type ReportRow } from '../results/report.ts';
import { measureDelivery } from './measure-messages.ts';
import { inTurn } from './measure-requests.ts';

const size = { books: 10_000, sellers: 400, boosted: 10 };
const pace = { rounds: 3, milliseconds: 1_500 };
const crowd = { pairs: 50, seconds: 10 };
const CONNECTIONS = 16;
const SEARCHES = 100;

type Options = { profileDir: string | undefined; progress: (text: string) => void };

/**
 * Two processes on one PostgreSQL, beside one of them alone; and messages between users of one process and of
 * two, by each carrier.
 */
export async function measureProcesses(options: Options): Promise<ReportRow[]> {
  const shared = { engine: 'postgres', size, pace, processes: 2, ...options } as const;
  const rows: ReportRow[] = [];
  let p50 = NaN;
  {
    await using market = await openBenchEnvironment(shared);
    rows.push(...(await measureBoth(market)));
    const [first, second] = market.ports as [number, number];
    const alone = await measureDelivery(market, crowd, [first, first]);
    p50 = alone.p50;
    rows.push(rowOf('Message inside of one process', alone));
    rows.push(beside(await measureDelivery(market, crowd, [first, second]), 'LISTEN and NOTIFY', p50));
  }
  if (findRedis() === undefined) {
    options.progress('  Redis: no binary on this machine, skipped.');
    return rows;
  }
  const redis = await startRedis();
  try {
    await using market = await openBenchEnvironment({ ...shared, variables: { REDIS_URL: redis.url } });
    const delivered = await measureDelivery(market, crowd, market.ports as [number, number]);
    rows.push(beside(delivered, 'Redis', p50));
  } finally {
    await redis.stop();
  }
  return rows;
}

type Delivered = Awaited<ReturnType<typeof measureDelivery>>;

/** The time depends on the carrier; that each message arrives once must not. */
const rowOf = (figure: string, { measured, isComplete }: Delivered): ReportRow => ({
  figure,
  measured,
  aim: { text: 'each once', met: isComplete },
});

const beside = (delivered: Delivered, carrier: string, reference: number): ReportRow => ({
  ...rowOf(`Message between two processes, ${carrier} · inside of one`, delivered),
  reference: `p50 ${milliseconds(reference)} ms`,
  ratio: delivered.p50 / reference,
});

async function measureBoth(market: BenchEnvironment): Promise<ReportRow[]> {
  const ids = await market.bare.bookIds(1_000);
  const { selective } = createSearches(market.catalog.books, SEARCHES);
  const requests = {
    'List, nothing kept': { path: () => '/api/books', forgetting: true },
    'Book by id': { path: inTurn(ids.map((id) => `/api/books/${id}`)) },
    'Search, two words': {
      path: inTurn(selective.map((text) => `/api/books?search=${encodeURIComponent(text)}`)),
      forgetting: true,
    },
  };
  const rows: ReportRow[] = [];
  for (const [figure, asking] of Object.entries(requests)) {
    const side = (ports: readonly number[]): Side => ({
      run: (milliseconds) => loadAll(ports, { ...asking, milliseconds }),
      cpu: () => market.cpu(),
    });
    const measured = await interleave(side(market.ports), side([market.port]), market.pace);
    rows.push(rateRow(`${figure}, two processes · one`, measured));
  }
  return rows;
}

/** As many connections in all, however many processes. */
async function loadAll(
  ports: readonly number[],
  asking: { path: () => string; forgetting?: boolean; milliseconds: number },
) {
  const connections = CONNECTIONS / ports.length;
  const loads = await Promise.all(ports.map((port) => httpLoad({ ...asking, port, connections })));
  return {
    count: loads.reduce((sum, { count }) => sum + count, 0),
    seconds: Math.max(...loads.map(({ seconds }) => seconds)),
    latencies: loads.flatMap(({ latencies }) => latencies),
  };
}
