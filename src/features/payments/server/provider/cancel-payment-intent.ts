import type { PaymentsContext } from '../payments-context.ts';

/** Cancels a payment unless it has succeeded or is being processed. Sync afterwards to learn its state. */
export async function cancelPaymentIntent({ callProvider }: PaymentsContext, id: string): Promise<void> {
  const intent = await callProvider((stripe) => stripe.paymentIntents.retrieve(id));
  if (!intent.status.startsWith('requires_')) return;
  await callProvider((stripe) => stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }));
}
