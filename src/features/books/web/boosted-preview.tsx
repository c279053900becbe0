import { useNow } from '#platform/web/now.tsx';
import { BookRow } from '#ui/display/book-row.tsx';
import type { Book } from '../contract.ts';
import { formatBoostTimeLeft } from '../rules.ts';
import { cardPhoto } from '#features/photos/web/public.ts';

export const BoostedPreview = ({ book, until }: { book: Book; until: Date }) => (
  <BookRow
    book={{
      ...book,
      price: book.price,
      photo: cardPhoto(book, true),
      isReserved: book.reservedUntil !== null,
    }}
    state="boosted"
    boostLeft={formatBoostTimeLeft(until, useNow())}
  />
);
