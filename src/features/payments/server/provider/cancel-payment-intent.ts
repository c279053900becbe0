import type { PaymentsContext } from '../payments-context.ts';

/** Ends a payment at the provider, unless it has been made or is being made. How it stands is to be asked afterwards. */
export async function cancelPaymentIntent({ ask }: PaymentsContext, id: string): Promise<void> {
  const intent = await ask((stripe) => stripe.paymentIntents.retrieve(id));
  if (!intent.status.startsWith('requires_')) return;
  await ask((stripe) => stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }));
}
