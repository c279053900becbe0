import { and, desc, eq } from 'drizzle-orm';
import { profileChanged } from '#features/accounts/server/public.ts';
import { spendBudget } from '#features/accounts/server/budgets/public.ts';
import { bookChanged } from '#features/books/server/public.ts';
import {
  type PausableActor,
  throwUnlessReservedTrade,
  writeEventMessage,
} from '#features/conversations/server/public.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { type Reservation, tradeProblem } from '../../contract.ts';
import { countWrongCode, isPaused, MAX_WRONG_CODES, type WrongCodes } from '../../rules.ts';
import { confirmNamedSale, findSaleToProve } from '../buyers/respond-to-question.ts';
import { getReservation, toReservation } from '../reservations/reserve-book.ts';
import { recordConfirmedSale, type SellingContext, sellToBuyer } from '../sales/record-confirmed-sale.ts';
import { confirmedSales, reservations, wrongHandoverCodes } from '../table.ts';
import { type ReservationRow, type LockedTrade, withTrade } from '../with-trade.ts';
import { isHandoverCode } from './read-handover.ts';

/** A wrong code is counted in the transaction, so it is refused after the commit. */
type Confirmation = Reservation | { refusal: Error };

/**
 * The seller confirms a handover with the code that the buyer shows: the book is sold. Repeated, it changes
 * nothing. Throws 'reservation-not-found', 'reservation-ended', 'wrong-handover-code', 'handover-paused',
 * 'daily-limit-reached'.
 */
export async function confirmHandover(
  context: SellingContext,
  actor: PausableActor,
  { id, code }: { id: string; code: string },
): Promise<Reservation> {
  const isRight = isHandoverCode(context.secrets, id, code);
  const find = getReservation(actor, id, 'seller');
  const result = await withTrade(context, find, async (trade, reservation): Promise<Confirmation> => {
    if (reservation.state === 'completed') return repeatConfirmation(context, trade, reservation, isRight);
    await throwUnlessReservedTrade(trade.tx, actor, reservation.conversationId, trade.now);
    if (reservation.state !== 'active') return { refusal: tradeProblem('reservation-ended') };
    return (await enforceAttemptLimit(trade, reservation, isRight)) ?? handOver(context, trade, reservation);
  });
  if ('refusal' in result) throw result.refusal;
  return result;
}

/**
 * The reservation ended with its sale. Either this code confirmed it, or the seller has named the buyer: then
 * the code proves that sale while the buyer may respond, and guesses are counted as before it.
 */
async function repeatConfirmation(
  context: SellingContext,
  trade: LockedTrade,
  reservation: ReservationRow,
  isRight: boolean,
): Promise<Confirmation> {
  const { tx, now } = trade;
  const { id, bookId, buyerId } = reservation;
  const named = await findSaleToProve(tx, id, now);
  if (named === undefined) {
    const isOfBuyer = and(eq(confirmedSales.bookId, bookId), eq(confirmedSales.buyerId, buyerId));
    const isConfirmed = isRight && (await tx.$count(confirmedSales, isOfBuyer)) > 0;
    return isConfirmed ? toReservation(reservation, now) : { refusal: tradeProblem('reservation-ended') };
  }
  const refused = await enforceAttemptLimit(trade, reservation, isRight);
  if (refused !== null) return refused;
  await confirmNamedSale(context, trade, named);
  await writeHandoverEvent(trade, reservation);
  return toReservation(reservation, now);
}

async function handOver(
  context: SellingContext,
  trade: LockedTrade,
  reservation: ReservationRow,
): Promise<Reservation> {
  const { tx, book, now } = trade;
  const { id, bookId, buyerId, sellerId, price } = reservation;
  await sellToBuyer(context, trade, buyerId);
  const { isbn, condition } = book;
  const sale = { id, bookId, sellerId, buyerId, price, isbn, condition };
  await recordConfirmedSale(context, tx, sale, now);
  await context.saleHook(trade, sale);
  await writeHandoverEvent(trade, reservation);
  return toReservation({ ...reservation, state: 'completed' }, now);
}

/** A line of the conversation, and the events of a sale. */
async function writeHandoverEvent(
  { tx, now, context }: LockedTrade,
  { conversationId, bookId, buyerId, sellerId }: ReservationRow,
): Promise<void> {
  const event = { kind: 'handed-over', actorId: sellerId, conversationId } as const;
  await writeEventMessage(context, tx, event, now);
  const { events } = context;
  events.publish(bookChanged, { bookId, sellerId });
  for (const userId of [sellerId, buyerId]) events.publish(profileChanged, { userId });
}

/**
 * Null: the code is accepted. Else the wrong code is counted, unless no code is accepted now. A line of the
 * conversation tells of a pause that begins.
 */
async function enforceAttemptLimit(
  { tx, now, context }: LockedTrade,
  { id, conversationId, sellerId }: ReservationRow,
  isRight: boolean,
): Promise<{ refusal: Error } | null> {
  // A new reservation of the same conversation does not begin the count again.
  const { reservationId, count, pausedUntil } = wrongHandoverCodes;
  const [stored] = await tx
    .select({ reservationId, count, pausedUntil })
    .from(wrongHandoverCodes)
    .innerJoin(reservations, eq(reservations.id, reservationId))
    .where(eq(reservations.conversationId, conversationId))
    .orderBy(desc(reservations.createdAt))
    .limit(1);
  const before = stored ?? { count: 0, pausedUntil: null };
  if (isPaused(before, now)) return { refusal: toRefusal(before, now) };
  await spendBudget(tx, { userId: sellerId, kind: 'edits', now });
  if (isRight) return null;
  const after = countWrongCode(before, now);
  if (stored === undefined) await tx.insert(wrongHandoverCodes).values({ reservationId: id, ...after });
  else
    await tx
      .update(wrongHandoverCodes)
      .set({ reservationId: id, ...after })
      .where(eq(reservationId, stored.reservationId));
  const refusal = toRefusal(after, now);
  if (after.pausedUntil === null) return { refusal };
  const until = after.pausedUntil.toISOString();
  const event = { kind: 'codes-paused', actorId: sellerId, until, conversationId } as const;
  await writeEventMessage(context, tx, event, now);
  return { refusal };
}

function toRefusal({ count, pausedUntil }: WrongCodes, now: Date): Error {
  if (pausedUntil !== null) {
    const left = pausedUntil.getTime() - now.getTime();
    const minutes = Math.ceil(left / MINUTE_MS);
    return tradeProblem('handover-paused', {
      args: { minutes },
      retryAfter: left / 1000,
    });
  }
  const left = MAX_WRONG_CODES - count;
  return tradeProblem('wrong-handover-code', { args: { left } });
}
