import { and, eq } from 'drizzle-orm';
import { profileChanged } from '#features/accounts/server/public.ts';
import { bookChanged } from '#features/books/server/public.ts';
import { confirmNamedSale, findSaleToProve } from '../buyers/confirm-named-sale.ts';
import { tradeProblem, type Reservation } from '../../contract.ts';
import { writeEventMessage } from '#features/conversations/server/public.ts';
import { getReservation, toReservation } from '../reservations/reserve-book.ts';
import type { ReservationRow } from '../reservations/settle-book.ts';
import { type SellingContext, sellToBuyer } from '../sales/sell-to-buyer.ts';
import { type Trade, withTrade } from '../with-trade.ts';
import { confirmedSales } from '../table.ts';
import { recordConfirmedSale } from '../sales/record-confirmed-sale.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { enforceAttemptLimit } from './enforce-attempt-limit.ts';
import { isHandoverCode } from './handover-code.ts';

/** A wrong code is counted in the transaction, so it is refused after the commit. */
type Confirmation = Reservation | { refusal: Error };

/**
 * The seller confirms a handover with the code that the buyer shows: the book is sold. Repeated, it changes
 * nothing. Throws 'reservation-not-found', 'reservation-ended', 'wrong-handover-code', 'handover-paused',
 * 'daily-limit-reached'.
 */
export async function confirmHandover(
  context: SellingContext,
  actor: Pick<Actor, 'id'>,
  { id, code }: { id: string; code: string },
): Promise<Reservation> {
  const isRight = isHandoverCode(context.secrets, id, code);
  const result = await withTrade<ReservationRow, Confirmation>(
    context,
    actor,
    getReservation(id, 'seller'),
    async (trade, reservation) => {
      if (reservation.state === 'completed') return repeatConfirmation(context, trade, reservation, isRight);
      if (reservation.state !== 'active') return { refusal: tradeProblem('reservation-ended') };
      const refused = await enforceAttemptLimit(context, trade.tx, reservation, { isRight, now: trade.now });
      return refused ?? handOver(context, trade, reservation);
    },
  );
  if ('refusal' in result) throw result.refusal;
  return result;
}

/**
 * The reservation ended with its sale. Either this code confirmed it, or the seller has named the buyer: then
 * the code proves that sale while the buyer may respond, and guesses are counted as before it.
 */
async function repeatConfirmation(
  context: SellingContext,
  { tx, book, now }: Trade,
  reservation: ReservationRow,
  isRight: boolean,
): Promise<Confirmation> {
  const { id, bookId, buyerId } = reservation;
  const named = await findSaleToProve(tx, id, now);
  if (named === undefined) {
    const isOfBuyer = and(eq(confirmedSales.bookId, bookId), eq(confirmedSales.buyerId, buyerId));
    const isConfirmed = isRight && (await tx.$count(confirmedSales, isOfBuyer)) > 0;
    return isConfirmed ? toReservation(reservation, now) : { refusal: tradeProblem('reservation-ended') };
  }
  const refused = await enforceAttemptLimit(context, tx, reservation, { isRight, now });
  if (refused !== null) return refused;
  await confirmNamedSale(context, tx, named, book, now);
  await writeHandoverEvent(context, tx, reservation, now);
  return toReservation(reservation, now);
}

async function handOver(
  context: SellingContext,
  trade: Trade,
  reservation: ReservationRow,
): Promise<Reservation> {
  const { tx, book, now } = trade;
  const { id, bookId, buyerId, sellerId, price } = reservation;
  await sellToBuyer(context, trade, buyerId);
  const { isbn, condition } = book;
  const sale = { id, bookId, sellerId, buyerId, price, isbn, condition };
  await recordConfirmedSale(context, tx, sale, now);
  await writeHandoverEvent(context, tx, reservation, now);
  return toReservation({ ...reservation, state: 'completed' }, now);
}

/** A line of the conversation, and the events of a sale. */
async function writeHandoverEvent(
  context: SellingContext,
  tx: Transaction,
  { conversationId, bookId, buyerId, sellerId }: ReservationRow,
  now: Date,
): Promise<void> {
  const event = { kind: 'handed-over', actorId: sellerId, conversationId } as const;
  await writeEventMessage(context, tx, event, now);
  const { events } = context;
  events.publish(bookChanged, { bookId, sellerId });
  for (const userId of [sellerId, buyerId]) events.publish(profileChanged, { userId });
}
