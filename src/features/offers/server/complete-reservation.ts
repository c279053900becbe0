import type { LockedBook } from '#features/books/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { OfferChanges, type OfferContext } from './offer-changes.ts';
import { endReservation, findReservation } from './settle-book.ts';

/**
 * The seller is about to mark a locked book as sold to this buyer: a reservation for the buyer ends as
 * completed. Returns its agreed price, null without one. Another buyer's reservation is left to the sale,
 * which cancels it.
 */
export async function completeReservation(
  { events, jobs }: Pick<OfferContext, 'events' | 'jobs'>,
  tx: Transaction,
  { book, buyerId, now }: { book: LockedBook; buyerId: string; now: Date },
): Promise<{ price: number | null; afterCommit: () => void }> {
  const reservation = await findReservation(tx, book.id);
  const isOfBuyer =
    reservation?.buyerId === buyerId && reservation.until > now && reservation.blockerId === null;
  if (!isOfBuyer) return { price: null, afterCommit: () => {} };
  const changes = new OfferChanges();
  // It does not become available: wanted entries are not matched.
  const sold = { ...book, isActive: false };
  const context = { events, jobs, messageHook: undefined };
  await endReservation({ tx, book: sold, now, changes, context }, reservation, 'completed', null);
  return { price: reservation.price, afterCommit: () => changes.publish(events) };
}
