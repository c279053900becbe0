import { searchBooks } from '#features/books/server/search-books.ts';
import type { Statement } from './bare-statements.ts';
import { interleave } from './interleave.ts';
import type { Market } from './market.ts';
import { bareSide, inTurn, productSide } from './measure-requests.ts';
import { below, rateRow, type Row } from './report.ts';
import { makeSearches } from './searches.ts';

const searchesOfAKind = 100;
const pageLength = 20;
/** As many as the product has connections to its database. */
const atOnce = 8;
const p95Aim = 50;

/** Searches of which nothing is kept, eight people searching without a pause; against their statements alone. */
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
    rows.push({
      ...rateRow(`Search, ${kind} · bare SQL`, measured),
      aim: below(measured.product.p95, p95Aim, 'ms p95'),
    });
  }
  return rows;
}
