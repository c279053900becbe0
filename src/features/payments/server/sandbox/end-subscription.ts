import type { SandboxTransaction } from './sandbox-transaction.ts';
import { voidInvoice } from './pay-invoice.ts';
import type { SandboxSubscription } from './sandbox-store.ts';

type Reason = 'cancellation_requested' | 'payment_failed';

/**
 * It is over. One that never began has expired, and its invoice can no longer be paid; nor can one that was not paid in time. Whoever
 * leaves with a renewal unpaid may still pay it, as with the provider.
 */
export async function endSubscription(
  change: SandboxTransaction,
  subscription: SandboxSubscription,
  reason: Reason = 'cancellation_requested',
): Promise<void> {
  const { objects, emit, at } = change;
  const neverBegan = subscription.status === 'incomplete';
  subscription.status = neverBegan ? 'incomplete_expired' : 'canceled';
  subscription.ended_at = at;
  if (!neverBegan) {
    subscription.canceled_at ??= at;
    subscription.cancellation_details = {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: subscription.cancellation_details?.reason ?? reason,
    };
  }
  await objects.save(subscription);
  await objects.setDue(subscription.id, null);
  if (subscription.latest_invoice !== null) {
    if (neverBegan || reason === 'payment_failed') await voidInvoice(change, subscription.latest_invoice);
    else await stopCollecting(change, subscription.latest_invoice);
  }
  // The provider calls the expiry of one that never began an update.
  await emit(neverBegan ? 'customer.subscription.updated' : 'customer.subscription.deleted', subscription);
}

async function stopCollecting({ objects }: SandboxTransaction, invoiceId: string): Promise<void> {
  const invoice = await objects.get('invoice', invoiceId);
  if (invoice.status !== 'open') return;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  await objects.save(invoice);
}
