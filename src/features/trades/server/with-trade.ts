import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { pauseChanged } from '#features/accounts/server/public.ts';
import { users } from '#features/accounts/server/table.ts';
import { blockerSql, hasBlockedSql, type NewBlock } from '#features/blocks/server/public.ts';
import { isListed, isListedOrHidden, toShownEnd } from '#features/books/rules.ts';
import { bookChanged } from '#features/books/server/public.ts';
import {
  enqueueAvailableBook,
  lockBook,
  setReservation,
} from '#features/books/server/availability/public.ts';
import { hideIfPaused } from '#features/books/server/hidden/public.ts';
import {
  conversationActivity,
  type EventContext,
  notifySender,
  publishChangedMessage,
  writeEventMessage,
} from '#features/conversations/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { type OfferEndReason, throwIfCannotBecome, type tradeTransitions } from '../rules.ts';
import { offers, reservations } from './table.ts';

export type OfferRow = typeof offers.$inferSelect;
export type ReservationRow = typeof reservations.$inferSelect;

export type TradeContext = Pick<ServerContext, 'database' | 'clock' | 'market'> &
  EventContext & {
    jobs: Pick<ServerContext['jobs'], 'enqueue'>;
    reservationHook: ReservationHook;
  };

/** A transaction that has locked the row of a book. */
export type LockedBook = {
  tx: Transaction;
  book: NonNullable<Awaited<ReturnType<typeof lockBook>>>;
  now: Date;
  /** Its seller changes the book, and is not notified of what that ends. */
  isBySeller?: boolean | undefined;
  /** Nobody is to get the book: what is agreed about it is over. */
  isForbidden?: boolean | undefined;
  /** Stored in this transaction. */
  block?: NewBlock | undefined;
  context: Pick<TradeContext, 'jobs' | 'events' | 'market' | 'localeOf' | 'reservationHook'>;
};

/** A transaction that has locked a book and ended what is over, and the active reservation of the book. */
export type LockedTrade = LockedBook & { reservation: ReservationRow | null };

/** Ends what another feature keeps of a reservation, in the transaction that ends it. */
export type ReservationHook = (
  work: Pick<LockedBook, 'tx' | 'now' | 'context'>,
  reservation: ReservationRow,
  end: ReservationEnd,
) => Promise<void>;

type OfferEnd = (typeof tradeTransitions.offer.pending)[number];
type ReservationEnd = (typeof tradeTransitions.reservation.active)[number];

/** Locks a book and ends what is over. Null if the book is gone. */
export async function lockTrade(
  context: LockedBook['context'],
  tx: Transaction,
  bookId: string,
  now: Date,
  cause: Pick<LockedBook, 'isBySeller' | 'isForbidden' | 'block'> = {},
): Promise<LockedTrade | null> {
  const book = await lockBook(tx, bookId);
  if (book === undefined) return null;
  const work = { tx, book, now, context, ...cause };
  return { ...work, reservation: await endWhatIsOver(work) };
}

/**
 * Runs an action on what `find` reads for the actor. The book is locked first, budgets and conversations after
 * it, so that two actions never wait for each other. `find` runs again under the lock, after what is over has
 * ended: `act` gets the rows as they are then.
 */
export async function withTrade<Found extends { bookId: string }, Result>(
  context: TradeContext,
  find: (tx: Transaction) => Promise<Found>,
  act: (trade: LockedTrade, found: Found) => Promise<Result>,
): Promise<Result> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const { bookId } = await find(tx);
    const trade = await lockTrade(context, tx, bookId, now);
    const found = await find(tx);
    // Its trades are deleted with a book, and `find` throws.
    if (trade === null) throw new Error(`the book ${bookId} of a trade is gone`);
    return act(trade, found);
  });
}

/** Ends a pending offer. Its sender is notified of what the other participant or the listing has caused. */
export async function endOffer(
  { tx, now, context }: LockedBook,
  offer: OfferRow,
  state: OfferEnd,
  endReason: OfferEndReason | null = null,
): Promise<OfferRow> {
  throwIfCannotBecome('offer', offer.state, state);
  await tx.update(offers).set({ state, endReason, endedAt: now }).where(eq(offers.id, offer.id));
  const message = await publishChangedMessage(context, tx, offer.id, now);
  const isNotified = state === 'declined' || endReason !== null;
  if (isNotified && message !== undefined) await notifySender(context, tx, message, now);
  return { ...offer, state, endReason };
}

/**
 * Ends the active reservation, and tells both in their conversation, `actorId` without a notification. A listed
 * book is free again, and compared with what users want, unless the transaction sells it.
 */
export async function endReservation(
  work: LockedBook,
  reservation: ReservationRow,
  state: ReservationEnd,
  actorId: string | null,
): Promise<ReservationRow> {
  const { tx, book, now, context } = work;
  throwIfCannotBecome('reservation', reservation.state, state);
  await tx.update(reservations).set({ state, endedAt: now }).where(eq(reservations.id, reservation.id));
  await context.reservationHook(work, reservation, state);
  await setReservation(tx, book.id, null);
  const isHidden = await followPause(work, reservation, state);
  if (state !== 'completed') {
    if (!isHidden && isListed(book, now)) await enqueueAvailableBook(context, tx, book.id);
    const event = { kind: `reservation-${state}`, actorId } as const;
    await writeEventMessage(context, tx, { ...event, conversationId: reservation.conversationId }, now);
  }
  publishReservation(work, reservation);
  return { ...reservation, state };
}

/** The trade of a paused participant is over: nothing of it is to be written any more, and its listing is hidden. */
async function followPause(
  { tx, book, now, context: { events } }: LockedBook,
  { buyerId, sellerId }: ReservationRow,
  state: ReservationEnd,
): Promise<boolean> {
  for (const userId of await findPaused(tx, [buyerId, sellerId], now))
    events.publish(pauseChanged, { userId });
  if (state === 'completed' || !(await hideIfPaused(tx, book, now))) return false;
  // What follows in this transaction decides by it.
  Object.assign(book, {
    isActive: false,
    hiddenBy: [...book.hiddenBy, 'pause'],
    hiddenAt: book.hiddenAt ?? now,
  });
  return true;
}

/** Those of the users who are paused. */
export async function findPaused(tx: Transaction, userIds: readonly string[], now: Date): Promise<string[]> {
  const isPaused = and(inArray(users.id, [...userIds]), gt(users.pausedUntil, now));
  const paused = await tx.select({ id: users.id }).from(users).where(isPaused);
  return paused.map(({ id }) => id);
}

/** What pages show of the reservation of a book has changed. */
export function publishReservation(
  { book, context: { events } }: LockedBook,
  { conversationId, buyerId, sellerId }: Pick<ReservationRow, 'conversationId' | 'buyerId' | 'sellerId'>,
): void {
  events.publish(conversationActivity, { kind: 'reservation', conversationId, buyerId, sellerId });
  events.publish(bookChanged, { bookId: book.id, sellerId });
}

/**
 * Ends what can no longer be: offers above the price, and everything that is over by time, by a block, or
 * because the book is sold, deleted, expired or forbidden. What is agreed about a hidden one goes on. Each action on a trade begins with it, so that none depends
 * on when the job ran. Returns the active reservation that is left.
 */
async function endWhatIsOver(work: LockedBook): Promise<ReservationRow | null> {
  const { tx, book, now } = work;
  await withholdFromBlockers(tx, book.id);
  for (const offer of await findPendingOffers(tx, book.id)) {
    const isOver = offer.expiresAt <= now;
    const reason = findEndReason(work, offer, isOver);
    if (isOver || reason !== null) await endOffer(work, offer, 'expired', reason);
    else if (offer.hasBlocked) await endOffer(work, offer, 'withdrawn');
  }
  const reservation = await findReservation(tx, book.id);
  if (reservation === undefined) return null;
  const blockerId = findBlocker(reservation, work.block);
  const sellerId = work.isBySeller ? book.sellerId : null;
  if (reservation.until <= now) await endReservation(work, reservation, 'expired', null);
  else if (blockerId !== null || !canBeHad(work))
    await endReservation(work, reservation, 'canceled', blockerId ?? sellerId);
  else return reservation;
  return null;
}

const canBeHad = ({ book, now, isForbidden = false }: LockedBook): boolean =>
  !isForbidden && isListedOrHidden(book, now);

/** Null: of an offer that its book does not end. An offer that is over may have ended with its listing. */
function findEndReason(work: LockedBook, offer: OfferRow, isOver: boolean): OfferEndReason | null {
  const { book, now } = work;
  if (!canBeHad(work) && (!isOver || offer.expiresAt >= toShownEnd(book, now))) return 'not-listed';
  return !isOver && offer.amount > book.price ? 'price-lowered' : null;
}

/** A new block ends a reservation of the two also if it was made by a process whose clock is ahead. */
function findBlocker(
  { buyerId, sellerId, blockerId }: ReservationRow & { blockerId: string | null },
  block: NewBlock | undefined,
): string | null {
  const users = [buyerId, sellerId];
  const isOfTheTwo = block && users.includes(block.blockerId) && users.includes(block.blockedId);
  return isOfTheTwo ? block.blockerId : blockerId;
}

/**
 * A blocked user must not learn of it: their offers wait until their time is over. For who has blocked
 * them they are over, also after an unblock.
 */
async function withholdFromBlockers(tx: Transaction, bookId: string): Promise<void> {
  await tx
    .update(offers)
    .set({ isWithheld: true })
    .where(
      and(
        eq(offers.bookId, bookId),
        eq(offers.state, 'pending'),
        eq(offers.isWithheld, false),
        sql.raw(hasBlockedSql('offers.receiver_id', 'offers.sender_id')),
      ),
    );
}

/** `hasBlocked`: the sender has blocked the receiver since. */
async function findPendingOffers(
  tx: Transaction,
  bookId: string,
): Promise<(OfferRow & { hasBlocked: boolean })[]> {
  const senderHasBlocked = sql.raw(hasBlockedSql('offers.sender_id', 'offers.receiver_id')) as SQL<boolean>;
  const rows = await tx
    .select({ offer: offers, blocked: senderHasBlocked })
    .from(offers)
    .where(and(eq(offers.bookId, bookId), eq(offers.state, 'pending')))
    .orderBy(offers.id);
  return rows.map(({ offer, blocked }) => ({ ...offer, hasBlocked: blocked }));
}

/** The active reservation of a book. `blockerId`: the participant who has blocked the other since. */
async function findReservation(
  tx: Transaction,
  bookId: string,
): Promise<(ReservationRow & { blockerId: string | null }) | undefined> {
  const blockerId = sql.raw(
    blockerSql('reservations.buyer_id', 'reservations.seller_id', 'reservations.created_at'),
  ) as SQL<string | null>;
  const [row] = await tx
    .select({ reservation: reservations, blockerId })
    .from(reservations)
    .where(and(eq(reservations.bookId, bookId), eq(reservations.state, 'active')));
  return row && { ...row.reservation, blockerId: row.blockerId };
}
