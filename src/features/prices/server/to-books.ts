import { type BookPrices, toBook } from '#features/books/server/public.ts';
import { ratePrice } from '../price-band.ts';
import { findPriceSamples, insideTransaction, outsideTransaction } from './find-price-samples.ts';

/** Converts the rows of a page to their API form. The ratings of all prices take one statement. */
export const toBooks: BookPrices['toBooks'] = async (from, rows, now) => {
  const listed = rows.map((row) => ({ book: toBook(row, now), sellerKey: row.sellerMailbox }));
  const isbns = listed.flatMap(({ book: { isbn, isActive } }) => (isActive && isbn !== null ? [isbn] : []));
  const samples = await findPriceSamples(
    'pool' in from ? outsideTransaction(from) : insideTransaction(from),
    isbns,
    now,
  );
  return listed.map(({ book, sellerKey }) => ({
    ...book,
    priceRating:
      book.isActive && book.isbn !== null
        ? ratePrice({ ...book, sellerKey }, samples.get(book.isbn) ?? [])
        : null,
  }));
};
