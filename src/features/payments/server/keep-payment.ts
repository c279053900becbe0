import { newId } from '#platform/server/new-id.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { askAfter, currency } from '../rules.ts';
import { type PaymentsContext, settleQueue } from './payments-context.ts';
import type { KeptPayment } from './purchase.ts';
import { note } from './record-answer.ts';
import { payments } from './table.ts';

/** Writes down a payment that came about by a subscription, unless it is known; it is settled once this is committed. */
export async function keepPayment(
  { provider, jobs }: PaymentsContext,
  tx: Transaction,
  { isRenewal, ...kept }: KeptPayment,
  now: Date,
): Promise<void> {
  const id = newId(now);
  const inserted = await tx
    .insert(payments)
    .values({
      ...kept,
      id,
      provider: provider.id,
      currency,
      metadata: isRenewal ? { renewal: 'true' } : {},
      askAt: new Date(now.getTime() + askAfter),
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: payments.id });
  if (inserted.length === 0) return;
  await note(tx, id, null, 'pending', 'subscription', now);
  await jobs.enqueue(tx, settleQueue, { stripePaymentIntentId: kept.stripePaymentIntentId });
}
