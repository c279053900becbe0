import { and, eq, getTableColumns } from 'drizzle-orm';
import { books } from '#features/books/server/table.ts';
import { recordConfirmedSale } from '../sales/record-confirmed-sale.ts';
import type { SaleContext } from '../sales/mailboxes.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { tradeProblem } from '../../contract.ts';
import type { BookWork } from '../reservations/settle-book.ts';
import { isOpenFor } from './open-question.ts';
import { namedSales } from '../table.ts';

type NamedSaleRow = typeof namedSales.$inferSelect;

/**
 * The sale that the code of a completed reservation proves: the question to its buyer is open and without a
 * response. The code was shown before a 'No', so it proves nothing against one.
 */
export async function findSaleToProve(
  tx: Transaction,
  reservationId: string,
  now: Date,
): Promise<NamedSaleRow | undefined> {
  const isWaiting = and(eq(namedSales.reservationId, reservationId), eq(namedSales.state, 'waiting'));
  const [sale] = await tx
    .select(getTableColumns(namedSales))
    .from(namedSales)
    .innerJoin(books, eq(books.id, namedSales.bookId))
    .where(and(isWaiting, isOpenFor('buyer', 'seller', now)));
  return sale;
}

/** A confirmed sale, recorded once; its book is locked. Throws 'sale-confirmed'. */
export async function confirmNamedSale(
  context: SaleContext,
  tx: Transaction,
  { id, bookId, sellerId, buyerId, price }: NamedSaleRow,
  { isbn, condition }: Pick<BookWork['book'], 'isbn' | 'condition'>,
  now: Date,
): Promise<void> {
  const sale = { id, bookId, sellerId, buyerId, price, isbn, condition };
  if (!(await recordConfirmedSale(context, tx, sale, now))) throw tradeProblem('sale-confirmed');
  await tx.update(namedSales).set({ state: 'confirmed', answeredAt: now }).where(eq(namedSales.id, id));
}
