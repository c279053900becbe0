import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { users } from '../table.ts';

/** Adds or takes back one sale, in the transaction that causes it. */
export async function adjustSaleCount(tx: Transaction, sellerId: string, by: 1 | -1): Promise<void> {
  await tx
    .update(users)
    .set({ totalSales: sql`greatest(0, ${users.totalSales} + ${by})` })
    .where(eq(users.id, sellerId));
}
