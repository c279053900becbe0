import { and, eq, ne } from 'drizzle-orm';
import { type BookHook, books } from '#features/books/server/public.ts';
import type { EventContext } from '#features/conversations/server/public.ts';
import { confirmedSales } from '#features/sales/server/public.ts';
import { dealProblem } from '../contract.ts';
import { namedSales } from './table.ts';
import { tellDeal } from './tell-deal.ts';

/**
 * A listing that is available again asks nobody whether they got it. Throws 'sale-confirmed' if its buyer has
 * said so: then it stays sold.
 */
export const createDealHook =
  (context: EventContext): BookHook =>
  async (tx, bookId, now) => {
    const [book] = await tx.select({ soldAt: books.soldAt }).from(books).where(eq(books.id, bookId));
    if (book?.soldAt !== null) return () => {};
    if ((await tx.$count(confirmedSales, eq(confirmedSales.bookId, bookId))) > 0)
      throw dealProblem('sale-confirmed');
    const [withdrawn] = await tx
      .update(namedSales)
      .set({ state: 'withdrawn' })
      .where(and(eq(namedSales.bookId, bookId), ne(namedSales.state, 'withdrawn')))
      .returning();
    if (withdrawn === undefined) return () => {};
    return tellDeal(context, tx, withdrawn, { kind: 'available-again' }, now);
  };
