import { eq } from 'drizzle-orm';
import { bookChanged, setReservation } from '#features/books/server/public.ts';
import { conversationActivity } from '#features/conversations/server/public.ts';
import { reservations } from '../table.ts';
import type { BookWork, ReservationRow } from './settle-book.ts';

/** Changes the end of the active reservation, and tells both. */
export async function changeReservationEnd(
  { tx, book, context: { events } }: BookWork,
  { id, conversationId, buyerId, sellerId }: ReservationRow,
  until: Date,
): Promise<void> {
  await tx.update(reservations).set({ until }).where(eq(reservations.id, id));
  await setReservation(tx, book.id, until);
  events.publish(conversationActivity, { kind: 'reservation', conversationId, buyerId, sellerId });
  events.publish(bookChanged, { bookId: book.id, sellerId });
}
