import { type BookFilters, formatFilters } from '#features/books/filters.ts';
import { bookWorks } from '#features/editions/server/public.ts';
import { unlimitedCorrections } from '../../src/features/books/server/search/correction-slots.ts';
import { createToBooks } from '#features/prices/server/book-prices.ts';
import { testMarket } from '#tests/support/test-market.ts';
import { findFilteredBooks } from '../../src/features/books/server/filters/find-filtered-books.ts';
import type { Statement } from '../servers/sql-baseline.ts';
import { createSearches } from '../load/searches.ts';
import { interleave } from '../load/interleave.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { rateRow, type ReportRow } from '../results/report.ts';
import { bareSide, inTurn, productSide } from './measure-requests.ts';
import { atSteadyRate } from './measure-search.ts';

const toBooks = createToBooks(testMarket);

const SEARCHES_PER_KIND = 50;
const PAGE_SIZE = 20;
/** The number of the product's database connections. */
const CONCURRENCY = 8;

/** What many listings pass, what few pass, and what none passes: no listing of the catalog has photos. */
const filteredLists: Record<string, BookFilters> = {
  'price and condition': { maxPrice: 6_000, minCondition: 'Good' },
  'narrow price': { minPrice: 1_299, maxPrice: 1_299, minCondition: 'Good', subject: 'History' },
  'free, by subject': { maxPrice: 0, minCondition: 'Like New', subject: 'Science' },
  'by price': { minCondition: 'Good', minPrice: 500, sort: 'price' },
  'nothing passes': { hasPhotos: true },
};

const searchFilters: Record<string, BookFilters> = {
  'price and condition': { maxPrice: 6_000, minCondition: 'Good' },
  'few pass': { maxPrice: 0, minCondition: 'Like New' },
  'by price': { sort: 'price', minCondition: 'Good' },
  'nothing passes': { hasPhotos: true },
};

/** Filtered lists and searches, nothing kept: compared with their statements, and the latency of searches. */
export async function measureFilters(market: BenchEnvironment): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for (const [name, filters] of Object.entries(filteredLists))
    rows.push(await comparedWithSql(market, `List, ${name}`, [filters]));
  const { selective, common } = createSearches(market.catalog.books, SEARCHES_PER_KIND);
  for (const [name, filters] of Object.entries(searchFilters)) {
    const kinds = { selective, common };
    for (const [kind, words] of Object.entries(kinds)) {
      const searches = words.map((search) => ({ ...filters, search }));
      const figure = `Search, ${kind}, ${name}`;
      rows.push(
        await atSteadyRate(market, figure, inTurn(searches.map(toPath))),
        await comparedWithSql(market, figure, searches),
      );
    }
  }
  return rows;
}

const toPath = (filters: BookFilters): string => `/api/books?${formatFilters(filters)}`;

export async function comparedWithSql(
  market: BenchEnvironment,
  figure: string,
  lists: readonly BookFilters[],
): Promise<ReportRow> {
  const statements: Statement[][] = [];
  for (const filters of lists)
    statements.push(
      await market.bare.record(async (database) => {
        const { items } = await findFilteredBooks(
          database,
          { ...filters, limit: PAGE_SIZE },
          {
            now: new Date(),
            corrections: unlimitedCorrections,
            works: { ...bookWorks, hasOtherIsbns: async () => false },
            courseIsbns: async () => [],
          },
        );
        return toBooks(database, items, new Date());
      }),
    );
  const measured = await interleave(
    productSide(market, { path: inTurn(lists.map(toPath)), connections: CONCURRENCY, forgetting: true }),
    bareSide(market, inTurn(statements), CONCURRENCY),
    market.pace,
  );
  return rateRow(`${figure} · bare SQL`, measured);
}
