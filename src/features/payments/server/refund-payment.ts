import { and, eq } from 'drizzle-orm';
import { ProviderRefusalError } from './ask-provider.ts';
import type { PaymentsContext } from './payments-context.ts';
import { settlePayment } from './settle-payment.ts';
import { payments } from './table.ts';

/** Sends the money of a purchase back that could not be given. Any number of calls refund once. */
export async function refundPayment(context: PaymentsContext, paymentId: string): Promise<void> {
  const { database, provider, ask } = context;
  const [row] = await database.orm
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.provider, provider.id)));
  if (row === undefined || row.refundReason === null || row.status === 'refunded') return;
  const refund = {
    payment_intent: row.stripePaymentIntentId,
    metadata: { payment: row.id, reason: row.refundReason },
  };
  try {
    await ask((stripe) => stripe.refunds.create(refund, { idempotencyKey: `refund-${row.id}` }));
  } catch (error) {
    if (!(error instanceof ProviderRefusalError) || error.code !== 'charge_already_refunded') throw error;
  }
  await settlePayment(context, row.stripePaymentIntentId, 'refund');
}
