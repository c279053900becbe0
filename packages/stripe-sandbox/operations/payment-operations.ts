import type Stripe from 'stripe';
import { z } from 'zod';
import { cancelIntent } from '../billing/update-invoice.ts';
import { endSubscription } from '../billing/end-subscription.ts';
import { invalidRequestError, unexpectedIntentStateError } from '../http/stripe-api-error.ts';
import { newCustomer } from '../resources/billing-objects.ts';
import { newPaymentIntent, newRefund, toInvoiceId } from '../resources/payment-objects.ts';
import { toStripeList } from '../resources/stripe-types.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { amount, checkAmount, currency, limit, metadata, operation, text, yes } from './operation.ts';

/** Throws for a deleted customer. */
export async function checkCustomer(objects: ObjectStore, id: string): Promise<void> {
  const customer = await objects.get('customer', id, 'customer');
  if ('deleted' in customer)
    throw invalidRequestError(`No such customer: '${id}'; it has been deleted.`, {
      code: 'resource_missing',
      param: 'customer',
    });
}

export const paymentOperations = [
  operation('POST /v1/customers', { metadata }, async ({ objects }, values) => {
    const customer = newCustomer(values.metadata);
    await objects.add(customer);
    return customer;
  }),

  // The subscriptions of a deleted customer end now.
  operation('DELETE /v1/customers/:id', {}, async (tx, _parameters, id) => {
    const { objects, storage } = tx;
    await checkCustomer(objects, id);
    for (const subscription of await objects.list('subscription', { customer: id })) {
      if (subscription.ended_at === null) await endSubscription(tx, subscription);
    }
    const deleted: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true };
    await objects.save(deleted);
    await storage.deleteResponsesAbout(id);
    return deleted;
  }),

  operation(
    'POST /v1/payment_intents',
    {
      amount,
      automatic_payment_methods: z.strictObject({ enabled: yes }).optional(),
      currency,
      customer: text.optional(),
      metadata,
    },
    async ({ objects }, { amount, currency, customer = null, metadata }) => {
      checkAmount('amount', amount, currency);
      if (customer !== null) await checkCustomer(objects, customer);
      const intent = newPaymentIntent({ amount, currency, customer, metadata });
      await objects.add(intent);
      return intent;
    },
  ),

  operation('GET /v1/payment_intents/:id', {}, ({ objects }, _none, id) =>
    objects.get('payment_intent', id, 'intent'),
  ),

  operation(
    'POST /v1/payment_intents/:id/cancel',
    { cancellation_reason: z.literal('abandoned').nullable().default(null) },
    async (tx, { cancellation_reason }, id) => {
      const intent = await tx.objects.get('payment_intent', id, 'intent');
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw unexpectedIntentStateError(
          intent,
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
        );
      if (toInvoiceId(intent) !== null)
        throw unexpectedIntentStateError(
          intent,
          'You cannot cancel this PaymentIntent because it was created by an invoice. Void the invoice instead.',
        );
      await cancelIntent(tx, intent, cancellation_reason);
      return intent;
    },
  ),

  // Everything that was paid.
  operation(
    'POST /v1/refunds',
    { metadata, payment_intent: text },
    async ({ objects, emit }, { metadata, payment_intent: id }) => {
      const intent = await objects.get('payment_intent', id, 'payment_intent');
      if (intent.status !== 'succeeded' || intent.latest_charge === null)
        throw invalidRequestError(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
      const charge = await objects.get('charge', intent.latest_charge);
      if (charge.disputed)
        throw invalidRequestError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
          code: 'charge_disputed',
        });
      if (charge.refunded)
        throw invalidRequestError(`Charge ${charge.id} has already been refunded.`, {
          code: 'charge_already_refunded',
        });
      const refund = newRefund(charge, metadata);
      await objects.add(refund);
      charge.amount_refunded = charge.amount_captured;
      charge.refunded = true;
      await emit('refund.created', refund);
      await emit('charge.refunded', charge);
      return refund;
    },
  ),

  operation('GET /v1/disputes', { limit, charge: text }, async ({ objects }, { limit, charge }) =>
    toStripeList(await objects.list('dispute', { charge }, limit), '/v1/disputes'),
  ),
];
