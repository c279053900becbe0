import { bookProblem } from '#features/books/contract.ts';
import { canManageBook, isListed } from '#features/books/rules.ts';
import { lockBook } from '#features/books/server/public.ts';
import { paymentProblem } from '#features/payments/contract.ts';
import { priceList } from '#features/payments/rules.ts';
import type { Payments } from '#features/payments/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { boostEndpoints, boostProblem } from '../contract.ts';
import { boostPurchase } from './boost-purchase.ts';
import { restoreBoosts } from './restore-boosts.ts';

/** Mounts the sale of boosts, and schedules their repair. */
export async function mountBoosts(context: ServerContext, payments: Payments): Promise<void> {
  const { endpoints, database, events, jobs, clock } = context;
  payments.registerPurchase(boostPurchase(events));
  endpoints.mount(boostEndpoints, {
    'POST /api/create-payment-intent': async ({ actor, body }) => {
      if (body.amount !== undefined && body.amount !== priceList.boost / 100)
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
