import { and, eq, ne } from 'drizzle-orm';
import { type BookHook, books } from '#features/books/server/public.ts';
import { confirmedSales } from '#features/sales/server/public.ts';
import { dealProblem } from '../contract.ts';
import { namedSales } from './table.ts';

/**
 * A listing that is available again asks nobody whether they got it. Throws 'sale-confirmed' if its buyer has
 * said so: then it stays sold.
 */
export const withdrawQuestion: BookHook = async (tx, bookId) => {
  const [book] = await tx.select({ soldAt: books.soldAt }).from(books).where(eq(books.id, bookId));
  if (book?.soldAt !== null) return () => {};
  if ((await tx.$count(confirmedSales, eq(confirmedSales.bookId, bookId))) > 0)
    throw dealProblem('sale-confirmed');
  await tx
    .update(namedSales)
    .set({ state: 'withdrawn' })
    .where(and(eq(namedSales.bookId, bookId), ne(namedSales.state, 'withdrawn')));
  return () => {};
};
