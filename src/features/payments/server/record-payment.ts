import { newId } from '#platform/server/new-id.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { RECONCILE_AFTER_MS, CURRENCY } from '../rules.ts';
import { type PaymentsContext, SYNC_QUEUE } from './payments-context.ts';
import type { SubscriptionPayment } from './purchase.ts';
import { insertHistoryEntry } from './sync/record-payment-state.ts';
import { payments } from './table.ts';

export async function recordPayment(
  { provider, jobs }: PaymentsContext,
  tx: Transaction,
  { isRenewal, ...kept }: SubscriptionPayment,
  now: Date,
): Promise<void> {
  const id = newId(now);
  const inserted = await tx
    .insert(payments)
    .values({
      ...kept,
      id,
      provider: provider.id,
      currency: CURRENCY,
      metadata: isRenewal ? { renewal: 'true' } : {},
      nextCheckAt: new Date(now.getTime() + RECONCILE_AFTER_MS),
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: payments.id });
  if (inserted.length === 0) return;
  await insertHistoryEntry(tx, id, null, 'pending', 'subscription', now);
  await jobs.enqueue(tx, SYNC_QUEUE, { stripePaymentIntentId: kept.stripePaymentIntentId });
}
