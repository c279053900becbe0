import { searchBooks } from '#features/books/server/search-books.ts';
import type { Statement } from './bare-statements.ts';
import { httpLoad } from './http-load.ts';
import { interleave } from './interleave.ts';
import type { Market } from './market.ts';
import { bareSide, inTurn, productSide } from './measure-requests.ts';
import { below, milliseconds, rateRow, type Row } from './report.ts';
import { makeSearches } from './searches.ts';
import { percentile } from './statistics.ts';

const searchesOfAKind = 100;
const pageLength = 20;
/** As many as the product has connections to its database. */
const atOnce = 8;
/** Searches a second that a busy campus makes, for the time that one takes. */
const steady = 20;
const steadyFor = 5_000;
const p95Aim = 50;

/** Searches of which nothing is kept: what one takes at a steady rate, and how many there can be; against their statements alone. */
export async function measureSearch(market: Market): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [kind, searches] of Object.entries(makeSearches(market.catalogue.books, searchesOfAKind))) {
    const statements: Statement[][] = [];
    for (const search of searches) {
      const filter = { search, limit: pageLength };
      statements.push(await market.bare.record((database) => searchBooks(database, filter, new Date())));
    }
    const addresses = inTurn(searches.map((search) => `/api/books?search=${encodeURIComponent(search)}`));
    const measured = await interleave(
      productSide(market, { path: addresses, connections: atOnce, forgetting: true }),
      bareSide(market, inTurn(statements), atOnce),
      market.pace,
    );
    rows.push(
      await atSteadyRate(market, kind, addresses),
      rateRow(`Search, ${kind}, ${atOnce} without a pause · bare SQL`, measured),
    );
  }
  return rows;
}

async function atSteadyRate({ port }: Market, kind: string, path: () => string): Promise<Row> {
  const load = {
    port,
    path,
    forgetting: true,
    connections: atOnce,
    milliseconds: steadyFor,
    every: (1_000 * atOnce) / steady,
  };
  const { latencies } = await httpLoad(load);
  const p95 = percentile(latencies, 0.95);
  return {
    figure: `Search, ${kind}, ${steady} a second`,
    measured: `p50 ${milliseconds(percentile(latencies, 0.5))}, p95 ${milliseconds(p95)} ms`,
    aim: below(p95, p95Aim, 'ms p95'),
  };
}
