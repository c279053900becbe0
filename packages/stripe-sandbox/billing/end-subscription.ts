import type { SandboxSubscription } from '../resources/sandbox-objects.ts';
import { newCancellationDetails, type CancellationReason } from '../resources/subscription.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';
import { voidInvoice } from './update-invoice.ts';

/**
 * Ends the subscription now. Its open invoice becomes void if the first payment was never made or the retries
 * have failed. After a cancellation an open renewal can still be paid, as with Stripe.
 */
export async function endSubscription(
  tx: SandboxTransaction,
  subscription: SandboxSubscription,
  reason: CancellationReason = 'cancellation_requested',
): Promise<void> {
  const { objects, emit, at } = tx;
  const wasIncomplete = subscription.status === 'incomplete';
  subscription.status = wasIncomplete ? 'incomplete_expired' : 'canceled';
  subscription.ended_at = at;
  if (!wasIncomplete) {
    subscription.canceled_at ??= at;
    subscription.cancellation_details = newCancellationDetails(
      subscription.cancellation_details?.reason ?? reason,
    );
  }
  await objects.save(subscription);
  await objects.setDueAt(subscription.id, null);
  if (subscription.latest_invoice !== null) {
    if (wasIncomplete || reason === 'payment_failed') await voidInvoice(tx, subscription.latest_invoice);
    else await stopCollection(tx, subscription.latest_invoice);
  }
  // Stripe reports an expired incomplete subscription as updated.
  await emit(wasIncomplete ? 'customer.subscription.updated' : 'customer.subscription.deleted', subscription);
}

async function stopCollection({ objects }: SandboxTransaction, invoiceId: string): Promise<void> {
  const invoice = await objects.get('invoice', invoiceId);
  if (invoice.status !== 'open') return;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  await objects.save(invoice);
}
