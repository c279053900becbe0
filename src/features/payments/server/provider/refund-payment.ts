import { and, eq } from 'drizzle-orm';
import { ProviderRequestError, requestOnce } from './call-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { syncPayment } from '../sync/sync-payment.ts';
import { payments } from '../table.ts';

/** Nothing is left to refund: already refunded or disputed. The sync then fetches the state. */
const notHere = ['charge_already_refunded', 'charge_disputed'];

/** Refunds a payment whose purchase could not be fulfilled; idempotent. A disputed one has nothing to refund. */
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
