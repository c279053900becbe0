import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import { isListed } from '#features/books/rules.ts';
import { bookChanged, lockBook, setBoost } from '#features/books/server/public.ts';
import type { Fulfillment, PurchasePayment, PurchaseHandler } from '#features/payments/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import { newId } from '#platform/server/new-id.ts';
import { boostPeriod, remainingBoostMs, boostEndAfterRevoke } from '../rules.ts';
import { boosts } from './table.ts';

/** The purchase of a boost: time at the top of the lists. */
export function boostPurchase(events: EventBus): PurchaseHandler {
  return {
    type: 'boost',
    fulfill: (tx, paid, now) => boostListing(events, tx, paid, now),
    revoke: (tx, paid, now) => revokeBoost(events, tx, paid, now),
  };
}

/**
 * Impossible if the listing was sold or deleted, expired, or its seller changed, before the payment
 * succeeded.
 */
async function boostListing(
  events: EventBus,
  tx: Transaction,
  paid: PurchasePayment,
  now: Date,
): Promise<Fulfillment> {
  const book = paid.bookId === null ? undefined : await lockBook(tx, paid.bookId);
  if (paid.bookId === null || book === undefined || !isListed(book, now) || book.sellerId !== paid.userId)
    return { kind: 'impossible', refundReason: 'listing-gone' };
  const period = boostPeriod(book.boostedUntil, now);
  await tx
    .insert(boosts)
    .values({ id: newId(now), paymentId: paid.paymentId, bookId: paid.bookId, ...period });
  await setBoost(tx, paid.bookId, period.endsAt);
  events.publish(bookChanged, { bookId: paid.bookId, sellerId: book.sellerId });
  return { kind: 'fulfilled' };
}

/**
 * Removes the boost's remaining time; later boosts move up and keep their length. Also for sold or deleted
 * listings.
 */
async function revokeBoost(
  events: EventBus,
  tx: Transaction,
  paid: PurchasePayment,
  now: Date,
): Promise<void> {
  const book = paid.bookId === null ? undefined : await lockBook(tx, paid.bookId);
  if (paid.bookId === null || book === undefined) return;
  const [revoked] = await tx
    .update(boosts)
    .set({ revokedAt: now })
    .where(and(eq(boosts.paymentId, paid.paymentId), isNull(boosts.revokedAt)))
    .returning();
  if (revoked === undefined) return;
  const left = sql`${remainingBoostMs(revoked, now)} * interval '1 millisecond'`;
  await tx
    .update(boosts)
    .set({ startsAt: sql`${boosts.startsAt} - ${left}`, endsAt: sql`${boosts.endsAt} - ${left}` })
    .where(
      and(eq(boosts.bookId, paid.bookId), isNull(boosts.revokedAt), gte(boosts.startsAt, revoked.endsAt)),
    );
  await setBoost(tx, paid.bookId, boostEndAfterRevoke(book.boostedUntil, revoked, now));
  events.publish(bookChanged, { bookId: paid.bookId, sellerId: book.sellerId });
}
