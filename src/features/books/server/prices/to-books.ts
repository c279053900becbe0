import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { Book } from '../../contract.ts';
import { ratePrice } from '../../price-band.ts';
import { toBook, type BookRecord } from '../book-row.ts';
import { findPriceSamples, outsideTransaction, type ReadSamples } from './find-price-samples.ts';

/** Converts the rows of a page to their API form. The ratings of all prices take one statement. */
export const toBooks = (
  database: ReadableDatabase,
  rows: readonly BookRecord[],
  now: Date,
): Promise<Book[]> => toRatedBooks(outsideTransaction(database), rows, now);

export async function toRatedBooks(
  read: ReadSamples,
  rows: readonly BookRecord[],
  now: Date,
): Promise<Book[]> {
  const listed = rows.map((row) => ({ book: toBook(row, now), sellerKey: row.seller_mailbox }));
  const isbns = listed.flatMap(({ book: { isbn, isActive } }) => (isActive && isbn !== null ? [isbn] : []));
  const samples = await findPriceSamples(read, isbns, now);
  return listed.map(({ book, sellerKey }) => ({
    ...book,
    priceRating:
      book.isActive && book.isbn !== null
        ? ratePrice({ ...book, sellerKey }, samples.get(book.isbn) ?? [])
        : null,
  }));
}
