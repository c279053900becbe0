import { and, eq } from 'drizzle-orm';
import { requestOnce } from './request-once.ts';
import { ProviderRequestError } from './call-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { syncPayment } from '../sync/sync-payment.ts';
import { payments } from '../table.ts';

/** What the provider says where there is nothing to refund: it has gone back, or the bank has asked for it. How it stands is asked then. */
const notHere = ['charge_already_refunded', 'charge_disputed'];

/**
 * Sends the money of a purchase back that could not be given. Any number of calls refund once. While the bank asks for it back
 * there is nothing to send.
 */
export async function refundPayment(context: PaymentsContext, paymentId: string): Promise<void> {
  const { database, provider } = context;
  const [row] = await database.orm
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.provider, provider.id)));
  if (row === undefined || row.refundReason === null || row.status !== 'succeeded') return;
  const refund = {
    payment_intent: row.stripePaymentIntentId,
    metadata: { payment: row.id, reason: row.refundReason },
  };
  try {
    await requestOnce(context, `refund-${row.id}`, (stripe, idempotencyKey) =>
      stripe.refunds.create(refund, { idempotencyKey }),
    );
  } catch (error) {
    if (!(error instanceof ProviderRequestError && notHere.includes(error.code ?? ''))) throw error;
  }
  await syncPayment(context, row.stripePaymentIntentId, 'refund');
}
