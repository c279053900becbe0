import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import { isListed } from '#features/books/rules.ts';
import { bookChanged, setBoost } from '#features/books/server/public.ts';
import { lockBook } from '#features/books/server/availability/public.ts';
import type { PurchaseHandler } from '#features/payments/server/public.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import { newId } from '#platform/server/new-id.ts';
import { boostPeriod, remainingBoostMs, boostEndAfterRevoke } from '../rules.ts';
import { boosts } from './table.ts';

export function boostPurchase(events: EventBus): PurchaseHandler {
  return {
    type: 'boost',
    /** Impossible if the listing was sold, deleted or expired, or its seller changed, before the payment. */
    async fulfill(tx, { paymentId, bookId, userId }, now) {
      const book = bookId === null ? undefined : await lockBook(tx, bookId);
      if (bookId === null || book === undefined || !isListed(book, now) || book.sellerId !== userId)
        return { kind: 'impossible', refundReason: 'listing-gone' };
      const period = boostPeriod(book.boostedUntil, now);
      await tx.insert(boosts).values({ id: newId(now), paymentId, bookId, ...period });
      await setBoost(tx, bookId, period.endsAt);
      events.publish(bookChanged, { bookId, sellerId: book.sellerId });
      return { kind: 'fulfilled' };
    },
    /** Later boosts move up and keep their length. Also for sold or deleted listings. */
    async revoke(tx, { paymentId, bookId }, now) {
      const book = bookId === null ? undefined : await lockBook(tx, bookId);
      if (bookId === null || book === undefined) return;
      const [revoked] = await tx
        .update(boosts)
        .set({ revokedAt: now })
        .where(and(eq(boosts.paymentId, paymentId), isNull(boosts.revokedAt)))
        .returning();
      if (revoked === undefined) return;
      const { boostedUntil } = book;
      if (boostedUntil !== null) {
        const isLater = and(
          eq(boosts.bookId, bookId),
          isNull(boosts.revokedAt),
          gte(boosts.startsAt, revoked.endsAt),
        );
        const later = await tx.select().from(boosts).where(isLater);
        const time = { boostedUntil, at: book.hiddenAt ?? now };
        const remainingMs = remainingBoostMs(revoked, later, time);
        const left = sql`${remainingMs} * interval '1 millisecond'`;
        await tx
          .update(boosts)
          .set({ startsAt: sql`${boosts.startsAt} - ${left}`, endsAt: sql`${boosts.endsAt} - ${left}` })
          .where(isLater);
        await setBoost(tx, bookId, boostEndAfterRevoke(time, remainingMs));
      }
      events.publish(bookChanged, { bookId, sellerId: book.sellerId });
    },
  };
}
