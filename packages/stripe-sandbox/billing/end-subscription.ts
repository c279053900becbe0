import type { SandboxSubscription } from '../resources/billing-objects.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';
import { voidInvoice } from './update-invoice.ts';

/**
 * Ends the subscription now. Its open invoice becomes void if the first payment was never made or the retries
 * have failed. After a cancellation an open renewal can still be paid, as with Stripe.
 */
export async function endSubscription(
  tx: SandboxTransaction,
  subscription: SandboxSubscription,
  reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
): Promise<void> {
  const { storage, emit, at } = tx;
  const wasIncomplete = subscription.status === 'incomplete';
  subscription.status = wasIncomplete ? 'incomplete_expired' : 'canceled';
  subscription.ended_at = at;
  await storage.setDueAt(subscription.id, null);
  const isVoid = wasIncomplete || reason === 'payment_failed';
  if (isVoid && subscription.latest_invoice !== null) await voidInvoice(tx, subscription.latest_invoice);
  // Stripe reports an expired incomplete subscription as updated.
  await emit(wasIncomplete ? 'customer.subscription.updated' : 'customer.subscription.deleted', subscription);
}
