import { useNow } from '#platform/web/now.tsx';
import { BookRow } from '#ui/display/book-row.tsx';
import type { Book } from '../contract.ts';
import { boostTimeLeftText } from './boost-time-left.ts';
import { subjectText } from './subject-text.ts';
import { cardPhoto } from '#features/photos/web/public.ts';

export const BoostedPreview = ({ book, until }: { book: Book; until: Date }) => (
  <BookRow
    book={{
      ...book,
      subject: subjectText(book.subject),
      price: book.price,
      photo: cardPhoto(book, true),
      isReserved: book.reservedUntil !== null,
    }}
    state="boosted"
    boostLeft={boostTimeLeftText(until, useNow())}
  />
);
