import { and, asc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { PaymentsContext } from './payments-context.ts';
import { insertHistoryEntry, toPurchasePayment } from './sync/record-payment-state.ts';
import { payments } from './table.ts';

const REVOKE_BATCH_SIZE = 50;

const isInForce = ({ id }: PaymentsContext['provider']) =>
  and(ne(payments.provider, id), isNotNull(payments.fulfilledAt), isNull(payments.revokedAt));

export const selectTestPurchases = ({ provider }: PaymentsContext): SQL =>
  sql`SELECT FROM ${payments} WHERE ${isInForce(provider)}`;

/** Revokes purchases of the sandbox or of test keys on an installation that takes real money. */
export async function revokeTestPurchases(context: PaymentsContext): Promise<void> {
  const { database, provider } = context;
  const inForce = await database.orm
    .select({ id: payments.id })
    .from(payments)
    .where(isInForce(provider))
    .orderBy(asc(payments.id))
    .limit(REVOKE_BATCH_SIZE);
  for (const { id } of inForce) await takeBack(context, id);
}

function takeBack({ database, clock, purchases }: PaymentsContext, id: string): Promise<void> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
    const purchase = row && purchases.get(row.type);
    if (row === undefined || purchase === undefined || row.revokedAt !== null) return;
    await tx.update(payments).set({ revokedAt: now }).where(eq(payments.id, id));
    await insertHistoryEntry(tx, id, row.status, row.status, 'taken back: it was a test', now);
    await purchase.revoke(tx, toPurchasePayment(row), now);
  });
}
