import { and, eq, or } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { confirmedSales } from '../table.ts';

type LockedSale = {
  id: string;
  sellerId: string | null;
  buyerId: string | null;
  confirmedAt: Date;
  counts: boolean;
};

/** Locks a confirmed sale of which the actor is the seller or the buyer. */
export async function lockSaleOfActor(
  tx: Transaction,
  saleId: string,
  actorId: string,
): Promise<LockedSale | undefined> {
  const { id, sellerId, buyerId, confirmedAt, counts } = confirmedSales;
  const [sale] = await tx
    .select({ id, sellerId, buyerId, confirmedAt, counts })
    .from(confirmedSales)
    .where(and(eq(id, saleId), or(eq(sellerId, actorId), eq(buyerId, actorId))))
    .for('no key update');
  return sale;
}
