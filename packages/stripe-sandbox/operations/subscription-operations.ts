import { z } from 'zod';
import { createInvoice } from '../billing/create-invoice.ts';
import { endSubscription } from '../billing/end-subscription.ts';
import { invalidRequestError } from '../http/stripe-api-error.ts';
import { fromUnixSeconds } from '../resources/ids-and-times.ts';
import type { SandboxPrice, SandboxSubscription } from '../resources/sandbox-objects.ts';
import { getSubscriptionItem, newCancellationDetails, newSubscription } from '../resources/subscription.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';
import { getCustomer } from './customer-operations.ts';
import { flag, integer, listPage, mergeMetadata, metadata, operation, page, text } from './operation.ts';

const FIRST_PAYMENT_TIMEOUT_SECONDS = 23 * 3600;

const item = z.strictObject({ price: text, quantity: integer.pipe(z.literal(1)).optional() });
const saveMethod = z.enum(['off', 'on_subscription']);

export const subscriptionOperations = [
  operation(
    'POST /v1/subscriptions',
    {
      customer: text,
      description: text.optional(),
      items: z.array(item).length(1),
      metadata: metadata.optional(),
      // The first payment is made at the card form; the sandbox supports no other behavior.
      payment_behavior: z.literal('default_incomplete'),
      payment_settings: z.strictObject({ save_default_payment_method: saveMethod }).optional(),
      collection_method: z.literal('charge_automatically').optional(),
    },
    async (tx, values) => {
      const { objects, at, emit } = tx;
      const customer = await getCustomer(objects, values.customer);
      const price = await getMonthlyPrice(tx, values.items[0]!.price);
      const subscription = newSubscription(
        price,
        {
          customer: customer.id,
          description: values.description ?? null,
          metadata: mergeMetadata({}, values.metadata),
          save_default_payment_method: values.payment_settings?.save_default_payment_method ?? 'off',
        },
        at,
      );
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
      cancel_at_period_end: flag.optional(),
      default_payment_method: text.optional(),
      description: text.optional(),
      metadata: metadata.optional(),
    },
    async (tx, values, id) => {
      const subscription = await getOpenSubscription(tx, id);
      subscription.metadata = mergeMetadata(subscription.metadata, values.metadata);
      subscription.description = values.description ?? subscription.description;
      if (values.default_payment_method !== undefined)
        await setPaymentMethod(tx, subscription, values.default_payment_method);
      if (values.cancel_at !== undefined && values.cancel_at_period_end !== undefined)
        throw invalidRequestError('You can only pass one of `cancel_at` and `cancel_at_period_end`.');
      if (values.cancel_at !== undefined) subscription.cancel_at = null;
      if (values.cancel_at_period_end !== undefined)
        setCancelAtPeriodEnd(tx, subscription, values.cancel_at_period_end);
      await tx.objects.save(subscription);
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
    'GET /v1/subscriptions',
    { ...page, customer: text.optional(), status: text.optional() },
    ({ objects }, { customer, status, ...cursor }) =>
      listPage(objects, 'subscription', '/v1/subscriptions', cursor, {
        where: { customer, status: status === 'all' ? undefined : status },
        ...(status === undefined && { whereNot: { status: 'canceled' } }),
      }),
  ),
];

async function getMonthlyPrice({ objects }: SandboxTransaction, id: string): Promise<SandboxPrice> {
  const param = 'items[0][price]';
  const price = await objects.get('price', id, param);
  if (!price.active)
    throw invalidRequestError('The price specified is inactive. This field only accepts active prices.', {
      param,
    });
  if (price.recurring === null)
    throw invalidRequestError('The price specified is set to `type=one_time`.', { param });
  return price;
}

async function getOpenSubscription(
  { objects }: SandboxTransaction,
  id: string,
): Promise<SandboxSubscription> {
  const subscription = await objects.get('subscription', id);
  if (subscription.ended_at === null) return subscription;
  throw invalidRequestError(
    'A canceled subscription can only update its cancellation_details and metadata.',
    { code: 'invalid_canceled_subscription_fields' },
  );
}

async function setPaymentMethod(
  { objects }: SandboxTransaction,
  subscription: SandboxSubscription,
  methodId: string,
): Promise<void> {
  const method = await objects.get('payment_method', methodId);
  if (method.customer !== subscription.customer)
    throw invalidRequestError('The payment method does not belong to the customer of this subscription.', {
      param: 'default_payment_method',
    });
  subscription.default_payment_method = method.id;
}

function setCancelAtPeriodEnd(
  { at }: SandboxTransaction,
  subscription: SandboxSubscription,
  willCancel: boolean,
): void {
  if (subscription.status === 'incomplete')
    throw invalidRequestError('You cannot set `cancel_at_period_end` on an incomplete subscription.', {
      param: 'cancel_at_period_end',
    });
  subscription.cancel_at_period_end = willCancel;
  subscription.cancel_at = willCancel ? getSubscriptionItem(subscription).current_period_end : null;
  subscription.canceled_at = willCancel ? at : null;
  subscription.cancellation_details = newCancellationDetails(willCancel ? 'cancellation_requested' : null);
}
