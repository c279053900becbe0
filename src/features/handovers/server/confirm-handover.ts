import { and, desc, eq } from 'drizzle-orm';
import { profileChanged } from '#features/accounts/server/public.ts';
import { type BookHook, bookChanged, changeBook, toIsbn13 } from '#features/books/server/public.ts';
import { spendBudget } from '#features/budgets/server/public.ts';
import { confirmNamedSale, findUnconfirmedSale } from '#features/deals/server/public.ts';
import { offerProblem, type Reservation } from '#features/offers/contract.ts';
import { type EventContext, writeEventMessage } from '#features/conversations/server/public.ts';
import {
  type LockedReservation,
  lockReservation,
  reservations,
  toReservation,
  type ReservationHook,
} from '#features/offers/server/public.ts';
import { confirmedSales, recordConfirmedSale } from '#features/sales/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { handoverProblem } from '../contract.ts';
import { countWrongCode, isPaused, MAX_WRONG_CODES, type WrongCodes } from '../rules.ts';
import { isHandoverCode } from './handover-code.ts';
import { wrongHandoverCodes } from './table.ts';

export type HandoverContext = Pick<ServerContext, 'database' | 'clock' | 'secrets'> &
  EventContext & {
    jobs: Pick<ServerContext['jobs'], 'enqueue'>;
    listingDays: number;
    bookHook: BookHook;
    reservationHook: ReservationHook;
  };

type Confirmation = {
  /** A wrong code is counted in the transaction, so it is refused after the commit. */
  result: Reservation | { refusal: Error };
  afterCommit: () => void;
};

/**
 * The seller confirms a handover with the code that the buyer shows: the book is sold. Repeated, it changes
 * nothing. Throws 'reservation-not-found', 'reservation-ended', 'wrong-handover-code', 'handover-paused',
 * 'daily-limit-reached'.
 */
export async function confirmHandover(
  context: HandoverContext,
  actor: Pick<Actor, 'id'>,
  { id, code }: { id: string; code: string },
): Promise<Reservation> {
  const now = context.clock.now();
  const { result, afterCommit } = await context.database.transaction(async (tx): Promise<Confirmation> => {
    const locked = await lockReservation(context, tx, { id, sellerId: actor.id }, now);
    const { reservation, publish } = locked;
    const { state } = reservation;
    const isRight = isHandoverCode(context.secrets, id, code);
    if (state === 'completed') return confirmCompleted(context, tx, locked, { isRight, now });
    if (state !== 'active')
      return { result: { refusal: offerProblem('reservation-ended') }, afterCommit: publish };
    const refusal = await checkTries(tx, reservation, isRight, now);
    if (refusal !== null) return { result: { refusal }, afterCommit: publish };
    return sellToBuyer(context, tx, locked, now);
  });
  afterCommit();
  if ('refusal' in result) throw result.refusal;
  return result;
}

/**
 * The reservation ended with its sale. Either this code confirmed it, or the seller has named the buyer: then
 * the code proves that sale, and guesses are counted as before it.
 */
async function confirmCompleted(
  context: HandoverContext,
  tx: Transaction,
  { reservation, book, publish }: LockedReservation,
  { isRight, now }: { isRight: boolean; now: Date },
): Promise<Confirmation> {
  const { bookId, buyerId, endedAt } = reservation;
  const result = toReservation(reservation, now);
  const named = await findUnconfirmedSale(tx, { bookId, buyerId, soldAt: endedAt });
  if (named === undefined) {
    const isOfBuyer = and(eq(confirmedSales.bookId, bookId), eq(confirmedSales.buyerId, buyerId));
    const isConfirmed = isRight && (await tx.$count(confirmedSales, isOfBuyer)) > 0;
    return {
      result: isConfirmed ? result : { refusal: offerProblem('reservation-ended') },
      afterCommit: publish,
    };
  }
  const refusal = await checkTries(tx, reservation, isRight, now);
  if (refusal !== null) return { result: { refusal }, afterCommit: publish };
  await confirmNamedSale(tx, named, book, now);
  return { result, afterCommit: await tellSold(context, tx, { reservation, publish }, now) };
}

/** Null: the code is accepted. Else the wrong code is counted, unless no code is accepted now. */
async function checkTries(
  tx: Transaction,
  { id, conversationId, sellerId }: { id: string; conversationId: string; sellerId: string },
  isRight: boolean,
  now: Date,
): Promise<Error | null> {
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
  if (isPaused(before, now)) return toRefusal(before, now);
  await spendBudget(tx, { userId: sellerId, kind: 'edits', now });
  if (isRight) return null;
  const after = countWrongCode(before, now);
  if (stored === undefined) await tx.insert(wrongHandoverCodes).values({ reservationId: id, ...after });
  else
    await tx
      .update(wrongHandoverCodes)
      .set({ reservationId: id, ...after })
      .where(eq(reservationId, stored.reservationId));
  return toRefusal(after, now);
}

function toRefusal({ count, pausedUntil }: WrongCodes, now: Date): Error {
  if (pausedUntil !== null) {
    const left = pausedUntil.getTime() - now.getTime();
    const minutes = Math.ceil(left / MINUTE_MS);
    return handoverProblem('handover-paused', {
      detail: `Five wrong codes. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      retryAfter: left / 1000,
    });
  }
  const left = MAX_WRONG_CODES - count;
  return handoverProblem('wrong-handover-code', {
    detail: `This is not the code. ${left} ${left === 1 ? 'try' : 'tries'} left.`,
  });
}

async function sellToBuyer(
  context: HandoverContext,
  tx: Transaction,
  { reservation, book, complete, publish }: LockedReservation,
  now: Date,
): Promise<Confirmation> {
  const { id, bookId, buyerId, sellerId, price } = reservation;
  const result = await complete();
  const sold = await changeBook(context, tx, book, { isSold: true }, now);
  const isbn = book.isbn === null ? null : toIsbn13(book.isbn);
  await recordConfirmedSale(
    tx,
    { id, bookId, sellerId, buyerId, price, isbn, condition: book.condition },
    now,
  );
  const tell = await tellSold(context, tx, { reservation, publish }, now);
  const afterCommit = () => {
    tell();
    sold.afterCommit();
  };
  return { result, afterCommit };
}

/** A line of the conversation. What it returns runs after the commit. */
async function tellSold(
  context: HandoverContext,
  tx: Transaction,
  { reservation, publish }: Pick<LockedReservation, 'reservation' | 'publish'>,
  now: Date,
): Promise<() => void> {
  const { conversationId, bookId, buyerId, sellerId } = reservation;
  const event = { kind: 'handed-over', actorId: sellerId, conversationId } as const;
  const publishEvent = await writeEventMessage(context, tx, { ...event, content: 'Handover confirmed' }, now);
  const { events } = context;
  return () => {
    publish();
    publishEvent();
    events.publish(bookChanged, { bookId, sellerId });
    for (const userId of [sellerId, buyerId]) events.publish(profileChanged, { userId });
  };
}
