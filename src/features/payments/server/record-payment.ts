import { newId } from '#platform/server/new-id.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { RECONCILE_AFTER_MS } from '../rules.ts';
import { currencyAtProvider, type PaymentsContext, SYNC_QUEUE } from './payments-context.ts';
import type { SubscriptionPayment } from './purchase.ts';
import { insertHistoryEntry } from './sync/record-payment-state.ts';
import { type PaymentRow, payments } from './table.ts';

export async function recordPayment(
  context: PaymentsContext,
  tx: Transaction,
  { isRenewal, ...payment }: SubscriptionPayment,
  now: Date,
): Promise<void> {
  const row = { ...payment, id: newId(now), ...(isRenewal && { metadata: { renewal: 'true' } }) };
  if ((await insertPayment(context, tx, row, 'subscription', now)) === null) return;
  const { stripePaymentIntentId } = payment;
  await context.jobs.enqueue(tx, SYNC_QUEUE, { stripePaymentIntentId });
}

/** Stores a new payment and the begin of its history; null if it is known. */
export async function insertPayment(
  { provider, market }: PaymentsContext,
  tx: Transaction,
  row: Pick<PaymentRow, 'id' | 'stripePaymentIntentId' | 'userId' | 'type' | 'amount'> & Partial<PaymentRow>,
  cause: string,
  now: Date,
): Promise<PaymentRow | null> {
  const nextCheckAt = new Date(now.getTime() + RECONCILE_AFTER_MS);
  const [inserted] = await tx
    .insert(payments)
    .values({
      ...row,
      provider: provider.id,
      currency: currencyAtProvider(market),
      nextCheckAt,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (inserted === undefined) return null;
  await insertHistoryEntry(tx, inserted.id, null, 'pending', cause, now);
  return inserted;
}
