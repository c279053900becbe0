import { and, desc, eq, inArray, isNotNull, ne, or } from 'drizzle-orm';
import { writeEventMessage } from '#features/conversations/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { reattachPhotos } from '#features/photos/server/public.ts';
import { findChangedParts } from '../../agreed-listing.ts';
import type { BookWork } from '../reservations/settle-book.ts';
import { confirmedSales, namedSales, reservations } from '../table.ts';

/**
 * Notifies the buyer of a reserved or sold book that its seller has changed what they agreed on, and keeps
 * the photos of that. Runs in each transaction that changes a listing. Each part has one line per
 * reservation, so that many changes are few lines.
 */
export async function notifyOfListingChanges({ tx, book, now, context }: BookWork): Promise<void> {
  const [reservation] = await tx
    .select()
    .from(reservations)
    .where(and(eq(reservations.bookId, book.id), isNotNull(reservations.agreed), isCurrent(tx, book.id)))
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

/** The active reservation, or that of the present sale: a confirmed sale may have the id of its reservation. */
const isCurrent = (tx: Transaction, bookId: string) => {
  const { reservationId, state } = namedSales;
  const named = and(eq(namedSales.bookId, bookId), ne(state, 'withdrawn'));
  return or(
    eq(reservations.state, 'active'),
    inArray(reservations.id, tx.select({ id: reservationId }).from(namedSales).where(named)),
    inArray(
      reservations.id,
      tx.select({ id: confirmedSales.id }).from(confirmedSales).where(eq(confirmedSales.bookId, bookId)),
    ),
  );
};
