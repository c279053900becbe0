import { and, desc, eq, isNotNull, or } from 'drizzle-orm';
import type { LockedBook } from '#features/books/server/public.ts';
import { writeEventMessage } from '#features/conversations/server/public.ts';
import { reattachPhotos } from '#features/photos/server/public.ts';
import { findChangedParts } from '../../agreed-listing.ts';
import type { BookWork } from '../reservations/settle-book.ts';
import { reservations } from '../table.ts';

/**
 * Notifies the buyer of a reserved or sold book that its seller has changed what they agreed on, and keeps
 * the photos of that. Runs in each transaction that changes a listing. Each part has one line per
 * reservation, so that many changes are few lines.
 */
export async function notifyOfListingChanges({ tx, book, now, context }: BookWork): Promise<void> {
  const [reservation] = await tx
    .select()
    .from(reservations)
    .where(and(eq(reservations.bookId, book.id), isNotNull(reservations.agreed), isOf(book)))
    .orderBy(desc(reservations.createdAt))
    .limit(1);
  if (reservation?.agreed == null) return;
  const { id, agreed, notifiedChanges, conversationId } = reservation;
  const changed = findChangedParts(agreed, book);
  if (changed.includes('photos')) await reattachPhotos(tx, { bookId: book.id, urls: agreed.images });
  const unknown = changed.filter((part) => !notifiedChanges.includes(part));
  if (unknown.length === 0) return;
  await tx
    .update(reservations)
    .set({ notifiedChanges: [...notifiedChanges, ...unknown] })
    .where(eq(reservations.id, id));
  const event = { kind: 'changed-since-reserved', actorId: book.sellerId, changes: unknown } as const;
  await writeEventMessage(context, tx, { ...event, conversationId }, now);
}

/** The active reservation, or the one that ended with the present sale. */
const isOf = ({ soldAt }: LockedBook) =>
  or(
    eq(reservations.state, 'active'),
    soldAt === null ? undefined : and(eq(reservations.state, 'completed'), eq(reservations.endedAt, soldAt)),
  );
