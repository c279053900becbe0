import { type BookHook, changeBook } from '#features/books/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { endReservation, type ReservationRow, type TradeContext } from '../reservations/settle-book.ts';
import type { Trade } from '../with-trade.ts';

export type SellingContext = TradeContext &
  Pick<ServerContext, 'secrets'> & {
    /** Days that a new or renewed listing stays active. */
    listingDays: number;
    bookHook: BookHook;
  };

/**
 * Sells the book of a trade to a user. Their reservation ends as completed and is returned; the sale cancels
 * one of another user. The caller publishes the events.
 */
export async function sellToBuyer(
  context: SellingContext,
  trade: Trade,
  buyerId: string,
): Promise<ReservationRow | null> {
  const { tx, book, now } = trade;
  const reservation = trade.reservation?.buyerId === buyerId ? trade.reservation : null;
  if (reservation !== null) await endReservation(trade, reservation, 'completed', book.sellerId);
  await changeBook(context, tx, book, { isSold: true }, now);
  return reservation;
}
