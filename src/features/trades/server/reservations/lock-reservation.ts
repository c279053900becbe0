import { and, eq } from 'drizzle-orm';
import { type LockedBook, lockBook } from '#features/books/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { tradeProblem, type Reservation } from '../../contract.ts';
import { toReservation } from './reserve-book.ts';
import { type BookWork, endReservation, type ReservationRow, settleBook } from './settle-book.ts';
import { reservations } from '../table.ts';

export type LockedReservation = {
  reservation: ReservationRow;
  book: LockedBook;
  /** Ends it, before the book is sold in the same transaction. */
  complete: () => Promise<Reservation>;
};

/**
 * A reservation of the seller, with its book locked, after what is over has ended. Throws
 * 'reservation-not-found'.
 */
export async function lockReservation(
  context: BookWork['context'],
  tx: Transaction,
  { id, sellerId }: { id: string; sellerId: string },
  now: Date,
): Promise<LockedReservation> {
  const isOwn = and(eq(reservations.id, id), eq(reservations.sellerId, sellerId));
  const [found] = await tx.select({ bookId: reservations.bookId }).from(reservations).where(isOwn);
  const book = found && (await lockBook(tx, found.bookId));
  if (book === undefined) throw tradeProblem('reservation-not-found');
  const work = { tx, book, now, context };
  await settleBook(work);
  const [reservation] = await tx.select().from(reservations).where(isOwn);
  if (reservation === undefined) throw tradeProblem('reservation-not-found');
  // Nobody is to learn that the book is free.
  const sold = { ...work, book: { ...book, isActive: false } };
  return {
    reservation,
    book,
    complete: async () => toReservation(await endReservation(sold, reservation, 'completed', sellerId), now),
  };
}
