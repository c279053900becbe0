import { and, eq, ne, or, sql } from 'drizzle-orm';
import { spendBudget, spendUse } from '#features/accounts/server/budgets/public.ts';
import { hasBlockedSql } from '#features/blocks/server/public.ts';
import { isListed, toListingEnd } from '#features/books/rules.ts';
import { setReservation } from '#features/books/server/availability/public.ts';
import { conversationProblem } from '#features/conversations/contract.ts';
import {
  getConversationOfActor,
  type PausableActor,
  throwUnlessReservedTrade,
  writeEventMessage,
} from '#features/conversations/server/public.ts';
import { conversations } from '#features/conversations/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import { type Reservation, tradeProblem } from '../../contract.ts';
import { endWithin, MAX_RESERVATIONS_PER_DAY, RESERVATION_MS } from '../../rules.ts';
import { toAgreedListing } from '../offers/notify-of-listing-changes.ts';
import { offers, reservations } from '../table.ts';
import {
  type LockedBook,
  endOffer,
  endReservation,
  findPaused,
  type OfferRow,
  publishReservation,
  type ReservationRow,
  type TradeContext,
  withTrade,
} from '../with-trade.ts';

/**
 * The seller reserves the book for the buyer of a conversation without an offer. Repeated, it changes nothing.
 * Throws 'conversation-not-found', also for the buyer, 'book-unavailable', 'book-reserved', 'cannot-reserve',
 * 'too-many-reservations', 'daily-limit-reached'.
 */
export function reserveBook(
  context: TradeContext,
  actor: Pick<Actor, 'id'>,
  conversationId: string,
): Promise<Reservation> {
  const isSold = and(eq(conversations.id, conversationId), eq(conversations.sellerId, actor.id))!;
  const find = (tx: Transaction) => getConversationOfActor(tx, actor, isSold);
  return withTrade(context, find, async (trade, { id, buyerId, sellerId }) => {
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

/** Either of the two cancels it. Throws 'reservation-not-found', 'reservation-ended', 'daily-limit-reached'. */
export function cancelReservation(
  context: TradeContext,
  actor: PausableActor,
  id: string,
): Promise<Reservation> {
  return withTrade(context, getReservation(actor, id, 'either'), async (trade, reservation) => {
    const { tx, now } = trade;
    if (reservation.state === 'canceled') return toReservation(reservation, now);
    await throwUnlessReservedTrade(tx, actor, reservation.conversationId, now);
    if (reservation.state !== 'active') throw tradeProblem('reservation-ended');
    await spendBudget(tx, { userId: actor.id, kind: 'edits', now });
    return toReservation(await endReservation(trade, reservation, 'canceled', actor.id), now);
  });
}

/** A reservation of which the actor is the seller, or either of the two. Throws 'reservation-not-found'. */
export const getReservation =
  (actor: Pick<Actor, 'id'>, id: string, side: 'seller' | 'either') =>
  async (tx: Transaction): Promise<ReservationRow> => {
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

type NewReservation = {
  conversationId: string;
  buyerId: string;
  price: number;
  offer: OfferRow | null;
  /** The user who accepted the offer, or the seller. */
  actorId: string;
};

/**
 * Reserves a free book for a buyer and declines all other offers for it. Throws 'cannot-reserve': one of the two is
 * paused, which the other does not learn.
 */
export async function beginReservation(
  work: LockedBook,
  { conversationId, buyerId, price, offer, actorId }: NewReservation,
): Promise<ReservationRow> {
  const { tx, book, now, context } = work;
  if ((await findPaused(tx, [buyerId, book.sellerId], now)).length > 0) throw tradeProblem('cannot-reserve');
  const until = endWithin(RESERVATION_MS, toListingEnd(book), now);
  const id = newId(now);
  const participants = { conversationId, buyerId, sellerId: book.sellerId };
  const [reservation] = await tx
    .insert(reservations)
    .values({
      id,
      bookId: book.id,
      ...participants,
      offerId: offer?.id ?? null,
      price,
      agreed: toAgreedListing(book),
      until,
      createdAt: now,
    })
    .returning();
  await setReservation(tx, book.id, until);
  const others = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.bookId, book.id), eq(offers.state, 'pending'), ne(offers.id, offer?.id ?? id)));
  for (const other of others)
    await endOffer(work, other, 'declined', other.conversationId === conversationId ? null : 'reserved');
  const declinedOffers = others.filter((other) => !other.isWithheld).length;
  const event = { kind: 'reserved', actorId, until: until.toISOString(), conversationId } as const;
  const line = { ...event, ...(offer !== null && { acceptedPrice: price }), declinedOffers };
  await writeEventMessage(context, tx, line, now);
  publishReservation(work, participants);
  return reservation!;
}

/** Changes the end of the active reservation, and tells both. */
export async function changeReservationEnd(
  work: LockedBook,
  reservation: ReservationRow,
  until: Date,
): Promise<void> {
  const { tx, book } = work;
  await tx.update(reservations).set({ until }).where(eq(reservations.id, reservation.id));
  await setReservation(tx, book.id, until);
  publishReservation(work, reservation);
}
