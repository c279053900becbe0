import { and, eq, or, sql } from 'drizzle-orm';
import { spendBudget, spendUse } from '#features/budgets/server/public.ts';
import { hasBlockedSql } from '#features/blocks/server/public.ts';
import { isListed, lockBook } from '#features/books/server/public.ts';
import { conversationProblem } from '#features/conversations/contract.ts';
import { conversations } from '#features/conversations/server/table.ts';
import { getConversationOfActor } from '#features/conversations/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { tradeProblem, type Reservation } from '../../contract.ts';
import { MAX_RESERVATIONS_PER_DAY } from '../../rules.ts';
import { reserve } from '../offers/respond-to-offer.ts';
import {
  endReservation,
  findReservation,
  type OfferContext,
  type ReservationRow,
  settleBook,
} from './settle-book.ts';
import { reservations } from '../table.ts';

/**
 * The seller reserves the book for the buyer of a conversation without an offer. Repeated, it changes
 * nothing. Throws 'conversation-not-found', also for the buyer, 'book-unavailable',
 * 'book-reserved', 'cannot-reserve', 'too-many-reservations', 'daily-limit-reached'.
 */
export async function reserveBook(
  context: OfferContext,
  actor: Pick<Actor, 'id'>,
  conversationId: string,
): Promise<Reservation> {
  const { database, clock } = context;
  const now = clock.now();
  const reservation = await database.transaction(async (tx) => {
    const isSold = and(eq(conversations.id, conversationId), eq(conversations.sellerId, actor.id));
    const { id, bookId, buyerId, sellerId } = await getConversationOfActor(tx, actor, isSold!);
    const book = await lockBook(tx, bookId);
    if (book === undefined) throw conversationProblem('conversation-not-found');
    const work = { tx, book, now, context };
    await settleBook(work);
    const present = await findReservation(tx, bookId);
    if (present?.conversationId === id) return present;
    if (!isListed(book, now)) throw conversationProblem('book-unavailable');
    if (present !== undefined) throw tradeProblem('book-reserved');
    if (await hasBlocked(tx, sellerId, buyerId)) throw tradeProblem('cannot-reserve');
    await spendUse(
      tx,
      { userId: actor.id, kind: `reservations ${id}`, max: MAX_RESERVATIONS_PER_DAY, now },
      (options) => tradeProblem('too-many-reservations', options),
    );
    await spendBudget(tx, { userId: actor.id, kind: 'edits', now });
    const made = { conversationId: id, buyerId, price: book.price, offer: null, actorId: actor.id };
    return reserve(work, made);
  });
  return toReservation(reservation, now);
}

/** A block by the buyer must not show: the book is reserved, and the buyer may cancel that. */
async function hasBlocked(tx: Transaction, blocker: string, other: string): Promise<boolean> {
  const { rows } = await tx.execute<{ hasBlocked: boolean }>(sql`
    SELECT ${sql.raw(hasBlockedSql('given.blocker', 'given.other'))} AS "hasBlocked"
    FROM (SELECT ${blocker}::uuid AS blocker, ${other}::uuid AS other) given`);
  return rows[0]!.hasBlocked;
}

/**
 * Either of the two cancels a reservation. Throws 'reservation-not-found', 'reservation-ended',
 * 'daily-limit-reached'.
 */
export async function cancelReservation(
  context: OfferContext,
  actor: Pick<Actor, 'id'>,
  id: string,
): Promise<Reservation> {
  const { database, clock } = context;
  const now = clock.now();
  const reservation = await database.transaction(async (tx) => {
    const { buyerId, sellerId } = reservations;
    const isOwn = and(eq(reservations.id, id), or(eq(buyerId, actor.id), eq(sellerId, actor.id)));
    const [found] = await tx.select({ bookId: reservations.bookId }).from(reservations).where(isOwn);
    const book = found && (await lockBook(tx, found.bookId));
    if (book === undefined) throw tradeProblem('reservation-not-found');
    const work = { tx, book, now, context };
    await settleBook(work);
    const [present] = await tx.select().from(reservations).where(isOwn);
    if (present === undefined) throw tradeProblem('reservation-not-found');
    if (present.state === 'canceled') return present;
    if (present.state !== 'active') throw tradeProblem('reservation-ended');
    await spendBudget(tx, { userId: actor.id, kind: 'edits', now });
    return endReservation(work, present, 'canceled', actor.id);
  });
  return toReservation(reservation, now);
}

export function toReservation(
  { id, conversationId, price, state, until }: ReservationRow,
  now: Date,
): Reservation {
  const isOver = state === 'active' && until <= now;
  return { id, conversationId, price, state: isOver ? 'expired' : state, until: until.toISOString() };
}
