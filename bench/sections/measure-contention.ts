import { httpLoad } from '../load/http-load.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { inTurn } from './measure-requests.ts';
import { milliseconds, whole, type ReportRow } from '../results/report.ts';
import { createSearches } from '../load/searches.ts';
import { percentile } from '../results/statistics.ts';

const DURATION_MS = 10_000;
const SEARCHES_AT_ONCE = 8;
const READERS = 4;
const READS_PER_SECOND = 50;
const MAX_RATIO = 1.2;

/** How searches slow down readers: book requests at a steady rate beside concurrent misspelt searches. */
export async function measureContention(market: BenchEnvironment): Promise<ReportRow[]> {
  const ids = await market.bare.bookIds(1_000);
  const searches = createSearches(market.catalog.books, 100).misspelt;
  const [reads, searched] = await Promise.all([
    httpLoad({
      port: market.port,
      path: inTurn(ids.map((id) => `/api/books/${id}`)),
      connections: READERS,
      milliseconds: DURATION_MS,
      every: (1_000 * READERS) / READS_PER_SECOND,
    }),
    httpLoad({
      port: market.port,
      path: inTurn(searches.map((search) => `/api/books?search=${encodeURIComponent(search)}`)),
      forgetting: true,
      connections: SEARCHES_AT_ONCE,
      milliseconds: DURATION_MS,
    }),
  ]);
  const p95 = percentile(reads.latencies, 0.95);
  return [
    {
      figure: `Book by id, ${READS_PER_SECOND} per second, beside ${SEARCHES_AT_ONCE} concurrent misspelt searches · external`,
      measured: `p50 ${milliseconds(percentile(reads.latencies, 0.5))}, p95 ${milliseconds(p95)} ms · ${whole(searched.count / searched.seconds)} searches/s`,
      comparable: { value: p95, maxRatio: MAX_RATIO },
    },
  ];
}
