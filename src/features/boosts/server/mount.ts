import { toMajorUnits } from '#platform/shared/money.ts';
import { and, eq, gt, isNull, lt, max, or } from 'drizzle-orm';
import { bookProblem } from '#features/books/contract.ts';
import { canManageBook, isListed } from '#features/books/rules.ts';
import { bookChanged, setBoost } from '#features/books/server/public.ts';
import { lockBook } from '#features/books/server/availability/public.ts';
import { books } from '#features/books/server/table.ts';
import { paymentProblem } from '#features/payments/contract.ts';
import type { Payments } from '#features/payments/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { boostEndpoints, boostProblem } from '../contract.ts';
import { boostPurchase } from './boost-purchase.ts';
import { boosts } from './table.ts';

export async function mountBoosts(context: ServerContext, payments: Payments): Promise<void> {
  const { endpoints, database, events, jobs, clock, market } = context;
  payments.registerPurchase(boostPurchase(events));
  endpoints.mount(boostEndpoints, {
    'POST /api/create-payment-intent': async ({ actor, body }) => {
      const { prices, currency } = market;
      if (body.amount !== undefined && body.amount !== toMajorUnits(prices.boost, currency))
        throw paymentProblem('amount-mismatch');
      const book = await database.transaction((tx) => lockBook(tx, body.bookId));
      if (book === undefined || book.deletedAt !== null || !canManageBook(book, actor.id))
        throw bookProblem('book-not-found');
      if (!isListed(book, clock.now())) throw boostProblem('listing-not-active');
      return payments.start({ userId: actor.id, type: 'boost', bookId: body.bookId });
    },
  });
  await jobs.schedule('restore-boosts', '*/10 * * * *', () => restoreBoosts(context, clock.now()));
}

/** Gives back boosts that were cleared too early, before the clock of the machine was set back. */
async function restoreBoosts(
  { database, events }: Pick<ServerContext, 'database' | 'events'>,
  now: Date,
): Promise<void> {
  const paid = await database.orm
    .select({ bookId: boosts.bookId, until: max(boosts.endsAt) })
    .from(boosts)
    .innerJoin(books, eq(books.id, boosts.bookId))
    .where(
      and(
        isNull(boosts.revokedAt),
        gt(boosts.endsAt, now),
        eq(books.isActive, true),
        or(isNull(books.boostedUntil), lt(books.boostedUntil, boosts.endsAt)),
      ),
    )
    .groupBy(boosts.bookId);
  for (const { bookId, until } of paid) {
    await database.transaction(async (tx) => {
      const book = await lockBook(tx, bookId);
      const isLost =
        book && isListed(book, now) && (book.boostedUntil === null || book.boostedUntil < until!);
      if (!isLost) return;
      await setBoost(tx, bookId, until);
      events.publish(bookChanged, { bookId, sellerId: book.sellerId });
    });
  }
}
