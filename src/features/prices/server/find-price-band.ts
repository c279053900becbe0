import type { Condition } from '#features/books/rules.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { Market } from '#platform/shared/market/market.ts';
import { type PriceBand, toPriceBand, excludeListings } from '../price-band.ts';
import { findPriceSamples, outsideTransaction } from './find-price-samples.ts';

type Compared = { isbn: string; condition: Condition; bookId?: string | undefined };

/** The price band of an ISBN in a condition. Leaves out what the seller of `bookId` asks for it. */
export async function findPriceBand(
  { database, market }: { database: ReadableDatabase; market: Market },
  { isbn, condition, bookId }: Compared,
  now: Date,
): Promise<PriceBand | null> {
  const samples = await findPriceSamples(outsideTransaction(database), [isbn], now);
  const { rows } =
    bookId === undefined
      ? { rows: [] }
      : await database.pool.query<{ mailbox: string }>({
          name: 'mailbox-of-rated-book',
          text: 'SELECT u.mailbox FROM books b JOIN users u ON u.id = b.seller_id WHERE b.id = $1',
          values: [bookId],
        });
  return toPriceBand(
    excludeListings(samples.get(isbn) ?? [], rows[0]?.mailbox),
    condition,
    market.prices.step,
  );
}
