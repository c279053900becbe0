import { z } from 'zod';
import { invalidRequestError } from './stripe-api-error.ts';
import { finalizeInvoice } from './bill-subscription.ts';
import type { SandboxTransaction } from './sandbox-transaction.ts';
import { cents, listPage, mergedMetadata, metadata, operation, page, text } from './operation.ts';
import { voidInvoice } from './pay-invoice.ts';
import { refundCharge } from './refund.ts';
import type { Charge } from './sandbox-store.ts';

/** What is asked about money that has moved. */
export const refundAndInvoiceOperations = [
  operation(
    'POST /v1/refunds',
    {
      amount: cents.optional(),
      charge: text.optional(),
      metadata: metadata.optional(),
      payment_intent: text.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    },
    async (change, { amount, charge: chargeId, payment_intent, reason = null, ...values }) => {
      const charge = await chargeOf(change, chargeId, payment_intent);
      return refundCharge(change, charge, { amount, reason, metadata: mergedMetadata({}, values.metadata) });
    },
  ),
  operation(
    'GET /v1/disputes',
    { ...page, charge: text.optional(), payment_intent: text.optional() },
    ({ objects }, { charge, payment_intent, ...wanted }) =>
      listPage(objects, 'dispute', '/v1/disputes', wanted, { where: { charge, payment_intent } }),
  ),

  operation(
    'GET /v1/invoices',
    { ...page, customer: text.optional(), status: text.optional(), subscription: text.optional() },
    ({ objects }, { customer, status, subscription, ...wanted }) =>
      listPage(objects, 'invoice', '/v1/invoices', wanted, {
        where: { customer, status, 'parent.subscription_details.subscription': subscription },
      }),
  ),
  operation(
    'POST /v1/invoices/:id/finalize',
    // Else it would be charged like any other.
    { auto_advance: z.literal('false') },
    async (change, _values, id) => finalizeInvoice(change, await change.objects.get('invoice', id)),
  ),
  operation('POST /v1/invoices/:id/void', {}, async (change, _none, id) => {
    const invoice = await change.objects.get('invoice', id);
    if (invoice.status !== 'open')
      throw invalidRequestError(`You can only void an open invoice: this one is ${invoice.status}.`);
    await voidInvoice(change, id);
    return change.objects.get('invoice', id);
  }),
];

async function chargeOf(
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
