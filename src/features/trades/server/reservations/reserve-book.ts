import { and, eq, or, sql } from 'drizzle-orm';
import { spendBudget, spendUse } from '#features/accounts/server/public.ts';
import { hasBlockedSql } from '#features/blocks/server/public.ts';
import { isListed } from '#features/books/rules.ts';
import { conversationProblem } from '#features/conversations/contract.ts';
import { conversations } from '#features/conversations/server/table.ts';
import { getConversationOfActor } from '#features/conversations/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { tradeProblem, type Reservation } from '../../contract.ts';
import { MAX_RESERVATIONS_PER_DAY } from '../../rules.ts';
import { beginReservation } from './begin-reservation.ts';
import { endReservation, type ReservationRow, type TradeContext } from './settle-book.ts';
import { type FindOfActor, withTrade } from '../with-trade.ts';
import { reservations } from '../table.ts';

/**
 * The seller reserves the book for the buyer of a conversation without an offer. Repeated, it changes
 * nothing. Throws 'conversation-not-found', also for the buyer, 'book-unavailable',
 * 'book-reserved', 'cannot-reserve', 'too-many-reservations', 'daily-limit-reached'.
 */
export function reserveBook(
  context: TradeContext,
  actor: Pick<Actor, 'id'>,
  conversationId: string,
): Promise<Reservation> {
  const isSold = and(eq(conversations.id, conversationId), eq(conversations.sellerId, actor.id))!;
  const find = (tx: Transaction) => getConversationOfActor(tx, actor, isSold);
  return withTrade(context, actor, find, async (trade, { id, buyerId, sellerId }) => {
    const { tx, book, now, reservation } = trade;
    if (reservation?.conversationId === id) return toReservation(reservation, now);
    if (!isListed(book, now)) throw conversationProblem('book-unavailable');
    if (reservation !== null) throw tradeProblem('book-reserved');
    if (await hasBlocked(tx, sellerId, buyerId)) throw tradeProblem('cannot-reserve');
    await spendUse(
      tx,
      { userId: actor.id, kind: `reservations ${id}`, max: MAX_RESERVATIONS_PER_DAY, now },
      (options) => tradeProblem('too-many-reservations', options),
    );
    await spendBudget(tx, { userId: actor.id, kind: 'edits', now });
    const made = { conversationId: id, buyerId, price: book.price, offer: null, actorId: actor.id };
    return toReservation(await beginReservation(trade, made), now);
  });
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
export function cancelReservation(
  context: TradeContext,
  actor: Pick<Actor, 'id'>,
  id: string,
): Promise<Reservation> {
  return withTrade(context, actor, getReservation(id, 'either'), async (trade, reservation) => {
    const { tx, now } = trade;
    if (reservation.state === 'canceled') return toReservation(reservation, now);
    if (reservation.state !== 'active') throw tradeProblem('reservation-ended');
    await spendBudget(tx, { userId: actor.id, kind: 'edits', now });
    return toReservation(await endReservation(trade, reservation, 'canceled', actor.id), now);
  });
}

/** A reservation of which the actor is the seller, or either of the two. Throws 'reservation-not-found'. */
export const getReservation =
  (id: string, side: 'seller' | 'either'): FindOfActor<ReservationRow> =>
  async (tx, actor) => {
    const isSeller = eq(reservations.sellerId, actor.id);
    const isOwn = side === 'seller' ? isSeller : or(isSeller, eq(reservations.buyerId, actor.id));
    const [reservation] = await tx
      .select()
      .from(reservations)
      .where(and(eq(reservations.id, id), isOwn));
    if (reservation === undefined) throw tradeProblem('reservation-not-found');
    return reservation;
  };

export function toReservation(
  { id, conversationId, price, state, until }: ReservationRow,
  now: Date,
): Reservation {
  const isOver = state === 'active' && until <= now;
  return { id, conversationId, price, state: isOver ? 'expired' : state, until: until.toISOString() };
}
