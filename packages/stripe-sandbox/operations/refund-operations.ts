import { z } from 'zod';
import { invalidRequestError } from '../http/stripe-api-error.ts';
import { refundCharge } from '../payments/refund-charge.ts';
import type { Charge } from '../resources/sandbox-objects.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';
import { cents, listPage, mergeMetadata, metadata, operation, page, text } from './operation.ts';

/** Refunds and disputes. */
export const refundOperations = [
  operation(
    'POST /v1/refunds',
    {
      amount: cents.optional(),
      charge: text.optional(),
      metadata: metadata.optional(),
      payment_intent: text.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    },
    async (tx, { amount, charge: chargeId, payment_intent, reason = null, ...values }) => {
      const charge = await getCharge(tx, chargeId, payment_intent);
      return refundCharge(tx, charge, { amount, reason, metadata: mergeMetadata({}, values.metadata) });
    },
  ),

  operation(
    'GET /v1/disputes',
    { ...page, charge: text.optional(), payment_intent: text.optional() },
    ({ objects }, { charge, payment_intent, ...cursor }) =>
      listPage(objects, 'dispute', '/v1/disputes', cursor, { where: { charge, payment_intent } }),
  ),
];

async function getCharge(
  { objects }: SandboxTransaction,
  chargeId: string | undefined,
  intentId: string | undefined,
): Promise<Charge> {
  if (chargeId !== undefined) return objects.get('charge', chargeId, 'charge');
  if (intentId === undefined)
    throw invalidRequestError(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  const intent = await objects.get('payment_intent', intentId, 'payment_intent');
  if (intent.status !== 'succeeded' || intent.latest_charge === null)
    throw invalidRequestError(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    );
  return objects.get('charge', intent.latest_charge);
}
