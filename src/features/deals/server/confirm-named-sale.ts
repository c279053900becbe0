import { and, eq, inArray } from 'drizzle-orm';
import type { LockedBook } from '#features/books/server/public.ts';
import { recordConfirmedSale } from '#features/sales/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { dealProblem } from '../contract.ts';
import { namedSales } from './table.ts';

type NamedSaleRow = typeof namedSales.$inferSelect;

/** Of a listing that was sold when a reservation of this buyer ended; its buyer has not said yes. */
export async function findUnconfirmedSale(
  tx: Transaction,
  { bookId, buyerId, soldAt }: Pick<NamedSaleRow, 'bookId' | 'buyerId'> & { soldAt: Date | null },
): Promise<NamedSaleRow | undefined> {
  if (soldAt === null) return undefined;
  const [sale] = await tx
    .select()
    .from(namedSales)
    .where(
      and(
        eq(namedSales.bookId, bookId),
        eq(namedSales.buyerId, buyerId),
        eq(namedSales.createdAt, soldAt),
        inArray(namedSales.state, ['waiting', 'denied']),
      ),
    );
  return sale;
}

/** A proven sale, once; its book is locked. Throws 'sale-confirmed'. */
export async function confirmNamedSale(
  tx: Transaction,
  { id, bookId, sellerId, buyerId, price }: NamedSaleRow,
  { isbn, condition }: Pick<LockedBook, 'isbn' | 'condition'>,
  now: Date,
): Promise<void> {
  const sale = { id, bookId, sellerId, buyerId, price, isbn, condition };
  if (!(await recordConfirmedSale(tx, sale, now))) throw dealProblem('sale-confirmed');
  await tx.update(namedSales).set({ state: 'confirmed', answeredAt: now }).where(eq(namedSales.id, id));
}
