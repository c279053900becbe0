import { eq } from 'drizzle-orm';
import { bookChanged, lockBook, setReservation } from '#features/books/server/public.ts';
import { conversationActivity, setReservationOfConversation } from '#features/conversations/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import {
  type BookWork,
  findReservation,
  type OfferContext,
  type ReservationRow,
  settleBook,
} from './settle-book.ts';
import { reservations } from '../table.ts';

/** A transaction that has locked a book, and the active reservation of one of its conversations. */
export type ReservationWork = BookWork & { reservation: ReservationRow | null };

/** Locks the book of a conversation and ends what is over. Null if the book is gone. */
export async function lockConversationBook(
  context: OfferContext,
  tx: Transaction,
  conversation: { id: string; bookId: string },
  now: Date,
): Promise<ReservationWork | null> {
  const book = await lockBook(tx, conversation.bookId);
  if (book === undefined) return null;
  const work = { tx, book, now, context };
  await settleBook(work);
  const found = await findReservation(tx, book.id);
  return { ...work, reservation: found?.conversationId === conversation.id ? found : null };
}

/** Changes the end of the active reservation, and tells both. */
export async function changeReservationEnd(
  { tx, book, context: { events } }: BookWork,
  { id, conversationId, buyerId, sellerId, price }: ReservationRow,
  until: Date,
): Promise<void> {
  await tx.update(reservations).set({ until }).where(eq(reservations.id, id));
  await setReservation(tx, book.id, until);
  await setReservationOfConversation(tx, conversationId, { id, price, until: until.toISOString() });
  events.publish(conversationActivity, { kind: 'reservation', conversationId, buyerId, sellerId });
  events.publish(bookChanged, { bookId: book.id, sellerId });
}
