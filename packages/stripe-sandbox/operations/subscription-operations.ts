import { z } from 'zod';
import { createInvoice, finalizeInvoice } from '../billing/create-invoice.ts';
import { endSubscription } from '../billing/end-subscription.ts';
import { voidInvoice } from '../billing/update-invoice.ts';
import { invalidRequestError } from '../http/stripe-api-error.ts';
import { getSubscriptionItem, newPrice, newProduct, newSubscription } from '../resources/billing-objects.ts';
import { fromUnixSeconds } from '../resources/ids-and-times.ts';
import { toStripeList } from '../resources/stripe-types.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';
import { amount, checkAmount, currency, limit, operation, text, yes } from './operation.ts';
import { checkCustomer } from './payment-operations.ts';

const FIRST_PAYMENT_TIMEOUT_SECONDS = 23 * 3600;

export const subscriptionOperations = [
  operation('POST /v1/products', { name: text.min(1) }, async ({ objects }, { name }) => {
    const product = newProduct(name);
    await objects.add(product);
    return product;
  }),

  operation(
    'POST /v1/prices',
    {
      currency,
      unit_amount: amount,
      lookup_key: text.max(200),
      product: text,
      transfer_lookup_key: yes.optional(),
      // The sandbox supports monthly prices only.
      recurring: z.strictObject({ interval: z.literal('month') }),
    },
    async ({ objects }, { recurring: _month, transfer_lookup_key, ...values }) => {
      checkAmount('unit_amount', values.unit_amount, values.currency);
      const [taken] = await objects.list('price', { lookup_key: values.lookup_key }, 1);
      if (taken !== undefined && transfer_lookup_key === undefined)
        throw invalidRequestError(`A price (\`${taken.id}\`) already uses that lookup key.`, {
          code: 'resource_already_exists',
          param: 'lookup_key',
        });
      if (taken !== undefined) await objects.save({ ...taken, lookup_key: null });
      await objects.get('product', values.product, 'product');
      const price = newPrice(values);
      await objects.add(price);
      return price;
    },
  ),

  operation(
    'GET /v1/prices',
    { limit, lookup_keys: z.tuple([text]) },
    async ({ objects }, { limit, lookup_keys: [lookup_key] }) =>
      toStripeList(await objects.list('price', { lookup_key }, limit), '/v1/prices'),
  ),

  operation(
    'POST /v1/subscriptions',
    {
      customer: text,
      items: z.tuple([z.strictObject({ price: text })]),
      // The first payment is made at the card form, and its card is stored: the sandbox supports no other way.
      payment_behavior: z.literal('default_incomplete'),
      payment_settings: z.strictObject({ save_default_payment_method: z.literal('on_subscription') }),
    },
    async (tx, { customer, items: [{ price: priceId }] }) => {
      const { objects, at, emit } = tx;
      await checkCustomer(objects, customer);
      const param = 'items[0][price]';
      const price = await objects.get('price', priceId, param);
      if (!price.active)
        throw invalidRequestError('The price specified is inactive. This field only accepts active prices.', {
          param,
        });
      const subscription = newSubscription(price, customer, at);
      await objects.add(subscription, fromUnixSeconds(at + FIRST_PAYMENT_TIMEOUT_SECONDS));
      await createInvoice(tx, subscription, 'subscription_create');
      await emit('customer.subscription.created', subscription);
      return subscription;
    },
  ),

  operation('GET /v1/subscriptions/:id', {}, ({ objects }, _none, id) => objects.get('subscription', id)),

  operation(
    'POST /v1/subscriptions/:id',
    {
      // An empty text deletes the date.
      cancel_at: z.literal('').optional(),
      cancel_at_period_end: z.enum(['true', 'false']).optional(),
    },
    async (tx, values, id) => {
      const subscription = await getOpenSubscription(tx, id);
      if (values.cancel_at !== undefined && values.cancel_at_period_end !== undefined)
        throw invalidRequestError('You can only pass one of `cancel_at` and `cancel_at_period_end`.');
      if (values.cancel_at !== undefined) subscription.cancel_at = null;
      if (values.cancel_at_period_end !== undefined) {
        if (subscription.status === 'incomplete')
          throw invalidRequestError('You cannot set `cancel_at_period_end` on an incomplete subscription.', {
            param: 'cancel_at_period_end',
          });
        const willCancel = values.cancel_at_period_end === 'true';
        subscription.cancel_at_period_end = willCancel;
        subscription.cancel_at = willCancel ? getSubscriptionItem(subscription).current_period_end : null;
      }
      await tx.emit('customer.subscription.updated', subscription);
      return subscription;
    },
  ),

  operation('DELETE /v1/subscriptions/:id', {}, async (tx, _none, id) => {
    const subscription = await getOpenSubscription(tx, id);
    await endSubscription(tx, subscription);
    return subscription;
  }),

  operation(
    'GET /v1/invoices',
    { limit, status: z.enum(['draft', 'open']).optional(), subscription: text },
    async ({ objects }, { limit, status, subscription }) => {
      const where = { status, 'parent.subscription_details.subscription': subscription };
      return toStripeList(await objects.list('invoice', where, limit), '/v1/invoices');
    },
  ),

  operation(
    'POST /v1/invoices/:id/finalize',
    // With auto_advance, Stripe charges the card.
    { auto_advance: z.literal('false') },
    async (tx, _values, id) => finalizeInvoice(tx, await tx.objects.get('invoice', id)),
  ),

  operation('POST /v1/invoices/:id/void', {}, async (tx, _none, id) => {
    const invoice = await tx.objects.get('invoice', id);
    if (invoice.status !== 'open')
      throw invalidRequestError(`You can only void an open invoice: this one is ${invoice.status}.`);
    await voidInvoice(tx, id);
    return tx.objects.get('invoice', id);
  }),
];

async function getOpenSubscription({ objects }: SandboxTransaction, id: string) {
  const subscription = await objects.get('subscription', id);
  if (subscription.ended_at === null) return subscription;
  throw invalidRequestError(
    'A canceled subscription can only update its cancellation_details and metadata.',
    { code: 'invalid_canceled_subscription_fields' },
  );
}
