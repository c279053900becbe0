import { conditionFactors } from '#features/prices/price-band.ts';
import type { Condition } from '#features/books/rules.ts';
import type { MarketPrices } from '#platform/shared/market/market.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { createSeededRandom } from '#platform/shared/seeded-random.ts';
import { demoSales, sellers } from './demo-data.ts';
import type { PlannedListing } from './plan-listings.ts';

export type PlannedSale = {
  isbn: string;
  condition: Condition;
  price: number;
  /** Indexes of users. */
  seller: number;
  buyer: number;
  confirmedAt: Date;
};

const RANDOM_SEED = 20_261_123;
/** The lowest price, in steps of the market, of books that have been sold before. */
const MIN_STEPS = 10;
const SOLD_SHARE = 0.6;
const SALES_OF_BOOK = 6;
const [OLDEST_DAYS, NEWEST_DAYS] = [330, 70];
const soldConditions: readonly Condition[] = ['Excellent', 'Good', 'Good', 'Good', 'Fair', 'Fair'];

/** Sales of former listings, the oldest first, so that price guidance has something to say. */
export function planSales(
  listings: readonly PlannedListing[],
  now: Date,
  { step }: Pick<MarketPrices, 'step'>,
): PlannedSale[] {
  const random = createSeededRandom(RANDOM_SEED);
  const sales = listings
    .toSorted((one, other) => (one.isbn < other.isbn ? -1 : 1))
    .flatMap((listing, place) => {
      const level = 0.85 + 0.45 * random();
      const first = Math.floor(random() * sellers.length);
      const isSold = listing.price >= MIN_STEPS * step && random() < SOLD_SHARE;
      if (!isSold) return [];
      // Another one for each book, so that a seller has many buyers.
      const distance = 1 + (place % (sellers.length - 1));
      return Array.from({ length: SALES_OF_BOOK }, (_, index): PlannedSale => {
        const condition = soldConditions[index]!;
        const factor = conditionFactors[condition] / conditionFactors[listing.condition];
        const steps = Math.round((listing.price / step) * level * factor * (0.88 + 0.24 * random()));
        const days = NEWEST_DAYS + random() * (OLDEST_DAYS - NEWEST_DAYS);
        return {
          isbn: listing.isbn,
          condition,
          price: Math.max(4, steps) * step,
          seller: (first + index) % sellers.length,
          buyer: (first + index + distance) % sellers.length,
          confirmedAt: new Date(now.getTime() - days * DAY_MS),
        };
      });
    })
    .toSorted((one, other) => one.confirmedAt.getTime() - other.confirmedAt.getTime());
  return withoutExcess(sales);
}

/**
 * A seller has sold one copy of a book at most, so that five others of each are left. The sellers of
 * `demoSales` have bought nothing: of two users one sale counts, in either direction.
 */
function withoutExcess(sales: readonly PlannedSale[]): PlannedSale[] {
  const counts = new Map<number, number>();
  return sales.filter(({ seller, buyer }) => {
    if (sellers[buyer]!.name in demoSales) return false;
    const count = counts.get(seller) ?? 0;
    counts.set(seller, count + 1);
    return count < (demoSales[sellers[seller]!.name] ?? Infinity);
  });
}
