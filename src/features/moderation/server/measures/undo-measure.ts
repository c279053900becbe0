import { eq } from 'drizzle-orm';
import { liftBan, userChanged } from '#features/accounts/server/public.ts';
import { bookChanged, unhideBooks } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ModerationContext } from '../moderation-context.ts';
import type { MeasureRow } from './record-measure.ts';

/**
 * Takes back what a measure does: a listing is shown exactly as it was, a pause that runs ends. Of a deletion only the
 * ban is lifted.
 */
export async function undoMeasure(
  context: ModerationContext,
  tx: Transaction,
  { kind, state, bookId, userId, bannedEmailHash }: MeasureRow,
  now: Date,
): Promise<void> {
  const { events } = context;
  if ((kind === 'hide' || kind === 'remove') && bookId !== null) {
    await unhideBooks(tx, [bookId], kind === 'hide' ? 'measure' : 'removal', now, context.jobs);
    if (userId !== null) events.publish(bookChanged, { bookId, sellerId: userId });
  }
  if (kind === 'pause' && state === 'active' && userId !== null)
    for (const book of await context.resumeUser(tx, userId, now))
      events.publish(bookChanged, { bookId: book.id, sellerId: book.sellerId });
  if (kind === 'delete' && bannedEmailHash !== null) await liftBan(tx, bannedEmailHash);
  if (userId !== null) events.publish(userChanged, { userId });
}

/** Whether a listing that was removed still has what it had. */
export async function isKept(tx: Transaction, bookId: string | null): Promise<boolean> {
  if (bookId === null) return false;
  const [book] = await tx.select({ deletedAt: books.deletedAt }).from(books).where(eq(books.id, bookId));
  return book?.deletedAt === null;
}
