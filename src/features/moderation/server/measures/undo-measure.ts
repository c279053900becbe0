import { and, eq } from 'drizzle-orm';
import { liftBan, userChanged } from '#features/accounts/server/public.ts';
import { bookChanged } from '#features/books/server/public.ts';
import { unhideBooks } from '#features/books/server/hidden/public.ts';
import { books } from '#features/books/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { restoreReview, reviewsChanged } from '#features/reviews/server/public.ts';
import { toAppealEnd } from '../../rules.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { appeals } from '../table.ts';
import type { MeasureRow } from './record-measure.ts';

/**
 * Takes back what a measure does: a listing is shown exactly as it was, a pause that runs ends. Of a deletion only the
 * ban is lifted.
 */
export async function undoMeasure(
  context: ModerationContext,
  tx: Transaction,
  { kind, state, bookId, reviewId, userId, bannedEmailHash }: MeasureRow,
  now: Date,
): Promise<void> {
  const { events } = context;
  if ((kind === 'hide' || kind === 'remove') && bookId !== null) {
    await unhideBooks(tx, [bookId], kind === 'hide' ? 'measure' : 'removal', now, context.jobs);
    const [book] = await tx.select({ isbn: books.isbn }).from(books).where(eq(books.id, bookId));
    await context.works.assign(tx, [book?.isbn ?? null], now);
    if (userId !== null) events.publish(bookChanged, { bookId, sellerId: userId });
  }
  if (reviewId !== null) {
    const restored = await restoreReview(tx, reviewId);
    if (restored !== null) events.publish(reviewsChanged, { userId: restored.reviewedId });
  }
  if (kind === 'pause' && state === 'active' && userId !== null)
    for (const book of await context.resumeUser(tx, userId, now))
      events.publish(bookChanged, { bookId: book.id, sellerId: book.sellerId });
  if (kind === 'delete' && bannedEmailHash !== null) await liftBan(tx, bannedEmailHash);
  if (userId !== null) events.publish(userChanged, { userId });
}

/** Whether a removed review still has its words: they are erased once nothing can be appealed. */
export async function isReviewKept(
  tx: Transaction,
  { id, createdAt }: Pick<MeasureRow, 'id' | 'createdAt'>,
  now: Date,
): Promise<boolean> {
  const isUpheld = and(eq(appeals.measureId, id), eq(appeals.state, 'upheld'));
  return now < toAppealEnd(createdAt) && (await tx.$count(appeals, isUpheld)) === 0;
}

/** Whether a listing that was removed still has what it had. */
export async function isKept(tx: Transaction, bookId: string | null): Promise<boolean> {
  if (bookId === null) return false;
  const [book] = await tx.select({ deletedAt: books.deletedAt }).from(books).where(eq(books.id, bookId));
  return book?.deletedAt === null;
}
