import { useNow } from '#platform/web/now.tsx';
import { BookRow } from '#ui/display/book-row.tsx';
import type { Book } from '../contract.ts';
import { formatBoostTimeLeft } from '../rules.ts';
import { cardPhoto } from '#features/photos/web/public.ts';

/** A preview of a listing's boosted card. */
export function BoostedPreview({ book, until }: { book: Book; until: Date }) {
  const { title, author, isbn, condition, subject } = book;
  return (
    <BookRow
      book={{
        title,
        author,
        isbn,
        condition,
        subject,
        priceCents: book.price,
        photo: cardPhoto(book, true),
        isReserved: book.reservedUntil !== null,
      }}
      state="boosted"
      boostLeft={formatBoostTimeLeft(until, useNow())}
    />
  );
}
