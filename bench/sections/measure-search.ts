import { searchBooks } from '../../src/features/books/server/search/search-books.ts';
import type { Statement } from '../servers/sql-baseline.ts';
import { httpLoad } from '../load/http-load.ts';
import { interleave } from '../load/interleave.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { bareSide, inTurn, productSide } from './measure-requests.ts';
import { below, milliseconds, rateRow, type ReportRow } from '../results/report.ts';
import { createSearches } from '../load/searches.ts';
import { percentile } from '../results/statistics.ts';

const SEARCHES_PER_KIND = 100;
const PAGE_SIZE = 20;
/** The number of the product's database connections. */
const CONCURRENCY = 8;
/** Searches per second on a busy campus, for the latency of one search. */
const STEADY_SEARCHES_PER_SECOND = 20;
const STEADY_DURATION_MS = 5_000;
const P95_AIM_MS = 50;

/**
 * Uncached searches: the latency at a steady rate, and the maximum rate compared with the statements alone.
 */
export async function measureSearch(market: BenchEnvironment): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for (const [kind, searches] of Object.entries(createSearches(market.catalog.books, SEARCHES_PER_KIND))) {
    const statements: Statement[][] = [];
    for (const search of searches) {
      const filter = { search, limit: PAGE_SIZE };
      statements.push(
        await market.bare.record((database) => searchBooks(database, filter, { now: new Date() })),
      );
    }
    const addresses = inTurn(searches.map((search) => `/api/books?search=${encodeURIComponent(search)}`));
    const measured = await interleave(
      productSide(market, { path: addresses, connections: CONCURRENCY, forgetting: true }),
      bareSide(market, inTurn(statements), CONCURRENCY),
      market.pace,
    );
    rows.push(
      await atSteadyRate(market, `Search, ${kind}`, addresses),
      rateRow(`Search, ${kind}, ${CONCURRENCY} back to back · bare SQL`, measured),
    );
  }
  return rows;
}

/** The latency of one request at a time, as on a busy campus. */
export async function atSteadyRate(
  { port }: BenchEnvironment,
  figure: string,
  path: () => string,
): Promise<ReportRow> {
  const load = {
    port,
    path,
    forgetting: true,
    connections: CONCURRENCY,
    milliseconds: STEADY_DURATION_MS,
    every: (1_000 * CONCURRENCY) / STEADY_SEARCHES_PER_SECOND,
  };
  const { latencies } = await httpLoad(load);
  const p95 = percentile(latencies, 0.95);
  return {
    figure: `${figure}, ${STEADY_SEARCHES_PER_SECOND} a second`,
    measured: `p50 ${milliseconds(percentile(latencies, 0.5))}, p95 ${milliseconds(p95)} ms`,
    aim: below(p95, P95_AIM_MS, 'ms p95'),
  };
}
