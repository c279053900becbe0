import type { LockedBook } from '#features/books/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { type BookWork, endReservation, findReservation } from './settle-book.ts';

type Sale = { book: LockedBook; buyerId: string; now: Date };

/**
 * The seller is about to mark a locked book as sold to this buyer: a reservation for the buyer ends as
 * completed. Returns its agreed price, null without one. Another buyer's reservation is left to the sale,
 * which cancels it.
 */
export async function completeReservation(
  context: BookWork['context'],
  tx: Transaction,
  { book, buyerId, now }: Sale,
): Promise<number | null> {
  const reservation = await findReservation(tx, book.id);
  const isOfBuyer =
    reservation?.buyerId === buyerId && reservation.until > now && reservation.blockerId === null;
  if (!isOfBuyer) return null;
  // It does not become available: wanted entries are not matched.
  const sold = { ...book, isActive: false };
  await endReservation({ tx, book: sold, now, context }, reservation, 'completed', book.sellerId);
  return reservation.price;
}
