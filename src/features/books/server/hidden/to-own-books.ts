import type { ReadableDatabase, Transaction } from '#platform/server/database/database.ts';
import type { OwnBook } from '../../contract.ts';
import { strongestHideReason } from '../../hide-reasons.ts';
import { toShownPeriod } from '../../rules.ts';
import type { BookPrices } from '../book-prices.ts';
import type { OwnBookRecord } from '../book-row.ts';

/** Converts rows for their seller. The times of a hidden listing, which stand still, are as if it were shown from now on. */
export async function toOwnBooks(
  { prices }: { prices: Pick<BookPrices, 'toBooks'> },
  from: ReadableDatabase | Transaction,
  rows: readonly OwnBookRecord[],
  now: Date,
): Promise<OwnBook[]> {
  const shown = rows.map((row) => ({ ...row, ...toShownPeriod(row, now) }));
  const books = await prices.toBooks(from, shown, now);
  return books.map((book, index) => {
    const hiddenBy = strongestHideReason(rows[index]!.hiddenBy);
    return hiddenBy === undefined ? book : { ...book, hiddenBy };
  });
}
