import { and, eq } from 'drizzle-orm';
import { profileChanged } from '#features/accounts/server/public.ts';
import { type BookHook, bookChanged, changeBook, toIsbn13 } from '#features/books/server/public.ts';
import { confirmNamedSale, findSaleToProve } from '../buyers/confirm-named-sale.ts';
import { tradeProblem, type Reservation } from '../../contract.ts';
import { type EventContext, writeEventMessage } from '#features/conversations/server/public.ts';
import { type LockedReservation, lockReservation } from '../reservations/lock-reservation.ts';
import { toReservation } from '../reservations/reserve-book.ts';
import type { ReservationHook } from '../reservations/settle-book.ts';
import { confirmedSales } from '../table.ts';
import { recordConfirmedSale } from '../sales/record-confirmed-sale.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { checkTries } from './check-tries.ts';
import { isHandoverCode } from './handover-code.ts';

export type HandoverContext = Pick<ServerContext, 'database' | 'clock' | 'secrets'> &
  EventContext & {
    jobs: Pick<ServerContext['jobs'], 'enqueue'>;
    listingDays: number;
    bookHook: BookHook;
    reservationHook: ReservationHook;
  };

/** A wrong code is counted in the transaction, so it is refused after the commit. */
type Confirmation = Reservation | { refusal: Error };
type Try = { isRight: boolean; now: Date };

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
  const result = await context.database.transaction(async (tx): Promise<Confirmation> => {
    const locked = await lockReservation(context, tx, { id, sellerId: actor.id }, now);
    const { state } = locked.reservation;
    const isRight = isHandoverCode(context.secrets, id, code);
    if (state === 'completed') return confirmCompleted(context, tx, locked, { isRight, now });
    if (state !== 'active') return { refusal: tradeProblem('reservation-ended') };
    const refused = await checkTries(context, tx, locked.reservation, { isRight, now });
    return refused ?? sellToBuyer(context, tx, locked, now);
  });
  if ('refusal' in result) throw result.refusal;
  return result;
}

/**
 * The reservation ended with its sale. Either this code confirmed it, or the seller has named the buyer: then
 * the code proves that sale while the buyer may respond, and guesses are counted as before it.
 */
async function confirmCompleted(
  context: HandoverContext,
  tx: Transaction,
  locked: LockedReservation,
  { isRight, now }: Try,
): Promise<Confirmation> {
  const { reservation, book } = locked;
  const { bookId, buyerId, endedAt } = reservation;
  const named = await findSaleToProve(tx, { bookId, buyerId, soldAt: endedAt }, now);
  if (named === undefined) {
    const isOfBuyer = and(eq(confirmedSales.bookId, bookId), eq(confirmedSales.buyerId, buyerId));
    const isConfirmed = isRight && (await tx.$count(confirmedSales, isOfBuyer)) > 0;
    return isConfirmed ? toReservation(reservation, now) : { refusal: tradeProblem('reservation-ended') };
  }
  const refused = await checkTries(context, tx, reservation, { isRight, now });
  if (refused !== null) return refused;
  await confirmNamedSale(context, tx, named, book, now);
  await writeHandoverEvent(context, tx, reservation, now);
  return toReservation(reservation, now);
}

async function sellToBuyer(
  context: HandoverContext,
  tx: Transaction,
  { reservation, book, complete }: LockedReservation,
  now: Date,
): Promise<Confirmation> {
  const { id, bookId, buyerId, sellerId, price } = reservation;
  const result = await complete();
  await changeBook(context, tx, book, { isSold: true }, now);
  const isbn = book.isbn === null ? null : toIsbn13(book.isbn);
  await recordConfirmedSale(
    context,
    tx,
    { id, bookId, sellerId, buyerId, price, isbn, condition: book.condition },
    now,
  );
  await writeHandoverEvent(context, tx, reservation, now);
  return result;
}

/** A line of the conversation, and the events of a sale. */
async function writeHandoverEvent(
  context: HandoverContext,
  tx: Transaction,
  { conversationId, bookId, buyerId, sellerId }: LockedReservation['reservation'],
  now: Date,
): Promise<void> {
  const event = { kind: 'handed-over', actorId: sellerId, conversationId } as const;
  await writeEventMessage(context, tx, event, now);
  const { events } = context;
  events.publish(bookChanged, { bookId, sellerId });
  for (const userId of [sellerId, buyerId]) events.publish(profileChanged, { userId });
}
