import { listBooks } from '#features/books/server/list/list-books.ts';
import { findPriceBand } from '#features/prices/server/find-price-band.ts';
import { createToBooks } from '#features/prices/server/book-prices.ts';
import { testMarket } from '#tests/support/test-market.ts';
import { conditions } from '#features/books/rules.ts';
import type { Statement } from '../servers/sql-baseline.ts';
import { interleave } from '../load/interleave.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { rateRow, type ReportRow } from '../results/report.ts';
import { bareSide, inTurn, productSide } from './measure-requests.ts';

const toBooks = createToBooks(testMarket);

/** The number of the product's database connections. */
const CONCURRENCY = 8;
const ISBNS = 500;
const PAGE_SIZE = 20;

/** Price guidance, and a list with the ratings of its prices, nothing cached: compared with their SQL. */
export async function measurePriceGuidance(market: BenchEnvironment): Promise<ReportRow[]> {
  const isbns = [...new Set(market.catalog.books.flatMap(({ isbn }) => isbn ?? []))].slice(0, ISBNS);
  const requests = isbns.map((isbn, index) => ({ isbn, condition: conditions[index % conditions.length]! }));
  const guidance: Statement[][] = [];
  for (const one of requests)
    guidance.push(
      await market.bare.record((database) =>
        findPriceBand({ database, market: testMarket }, one, new Date()),
      ),
    );
  const list = await market.bare.record(async (database) => {
    const { items } = await listBooks(database, { limit: PAGE_SIZE }, new Date());
    return toBooks(database, items, new Date());
  });
  const paths = requests.map(
    ({ isbn, condition }) => `/api/price-guidance?${new URLSearchParams({ isbn, condition })}`,
  );
  const load = { connections: CONCURRENCY, forgetting: true };
  const rows: ReportRow[] = [];
  const compare = async (figure: string, path: () => string, statements: () => Statement[]) =>
    rows.push(
      rateRow(
        figure,
        await interleave(
          productSide(market, { ...load, path }),
          bareSide(market, statements, CONCURRENCY),
          market.pace,
        ),
      ),
    );
  await compare('Price guidance · bare SQL', inTurn(paths), inTurn(guidance));
  await compare(
    'List with ratings · bare SQL',
    () => '/api/books',
    () => list,
  );
  // What the ratings add to a list: its statements against the first one alone.
  const withoutRatings = list.slice(0, 1);
  rows.push(
    rateRow(
      'SQL of a list with ratings · without',
      await interleave(
        bareSide(market, () => list, CONCURRENCY),
        bareSide(market, () => withoutRatings, CONCURRENCY),
        market.pace,
      ),
    ),
  );
  return rows;
}
