import { eq } from 'drizzle-orm';
import { toListingEnd } from '#features/books/rules.ts';
import { books } from '#features/books/server/table.ts';
import { reviews } from '#features/reviews/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { isOnListing, type ObjectState } from '../../rules.ts';
import type { MeasureRow } from '../measures/record-measure.ts';

/** The columns by which `toObjectState` says what has become of a listing or a review. */
export const objectColumns = {
  book: {
    hiddenBy: books.hiddenBy,
    soldAt: books.soldAt,
    deletedAt: books.deletedAt,
    isExpired: books.isExpired,
    expiresAt: books.expiresAt,
    boostedUntil: books.boostedUntil,
  },
  review: { id: reviews.id, removedAt: reviews.removedAt },
};

export type ObjectRow = {
  book: Pick<
    typeof books.$inferSelect,
    'hiddenBy' | 'soldAt' | 'deletedAt' | 'isExpired' | 'expiresAt' | 'boostedUntil'
  > | null;
  review: Pick<typeof reviews.$inferSelect, 'id' | 'removedAt'> | null;
};

/** Null of a decision that was not taken back, and of one about an account. */
export function toObjectState(
  { kind, state, reviewId }: Pick<MeasureRow, 'kind' | 'state' | 'reviewId'>,
  { book, review }: ObjectRow,
  now: Date,
): ObjectState | null {
  if (state !== 'lifted' && state !== 'reversed') return null;
  if (reviewId !== null) {
    if (review === null) return 'gone';
    return review.removedAt === null ? 'shown' : 'hidden';
  }
  if (!isOnListing(kind)) return null;
  if (book === null || book.deletedAt !== null) return 'gone';
  if (book.hiddenBy.length > 0) return 'hidden';
  if (book.soldAt !== null) return 'sold';
  return book.isExpired || toListingEnd(book) <= now ? 'expired' : 'shown';
}

/** The same of one measure, in the transaction that takes it back. */
export async function readObjectState(
  tx: Transaction,
  measure: MeasureRow,
  now: Date,
): Promise<ObjectState | null> {
  const { bookId, reviewId } = measure;
  const [book = null] =
    bookId === null ? [] : await tx.select(objectColumns.book).from(books).where(eq(books.id, bookId));
  const [review = null] =
    reviewId === null
      ? []
      : await tx.select(objectColumns.review).from(reviews).where(eq(reviews.id, reviewId));
  return toObjectState(measure, { book, review }, now);
}
