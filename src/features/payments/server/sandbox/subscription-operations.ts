import { z } from 'zod';
import { invalidRequestError } from './stripe-api-error.ts';
import { createInvoice } from './bill-subscription.ts';
import type { SandboxTransaction } from './sandbox-transaction.ts';
import { customerFor } from './customer.ts';
import { endSubscription } from './end-subscription.ts';
import { fromUnixSeconds } from './ids-and-times.ts';
import { flag, integer, listPage, mergedMetadata, metadata, operation, page, text } from './operation.ts';
import { itemOf, newSubscription } from './subscription.ts';
import type { SandboxSubscription } from './sandbox-store.ts';

/** Seconds that a first payment may take. */
const FIRST_PAYMENT_TIMEOUT_SECONDS = 23 * 3600;

export const subscriptionOperations = [
  operation(
    'POST /v1/subscriptions',
    {
      customer: text,
      description: text.optional(),
      items: z
        .array(z.strictObject({ price: text, quantity: integer.pipe(z.literal(1)).optional() }))
        .length(1),
      metadata: metadata.optional(),
      // The way that the product goes: the first payment is made at the card form.
      payment_behavior: z.literal('default_incomplete'),
      payment_settings: z
        .strictObject({ save_default_payment_method: z.enum(['off', 'on_subscription']) })
        .optional(),
      collection_method: z.literal('charge_automatically').optional(),
    },
    async (change, values) => {
      const { objects, at, emit } = change;
      const customer = await customerFor(objects, values.customer);
      const price = await objects.get('price', values.items[0]!.price, 'items[0][price]');
      if (!price.active)
        throw invalidRequestError('The price specified is inactive. This field only accepts active prices.', {
          param: 'items[0][price]',
        });
      if (price.recurring === null)
        throw invalidRequestError(`The price specified is set to \`type=one_time\`.`, {
          param: 'items[0][price]',
        });
      const subscription = newSubscription(
        price,
        {
          customer: customer.id,
          description: values.description ?? null,
          metadata: mergedMetadata({}, values.metadata),
          save_default_payment_method: values.payment_settings?.save_default_payment_method ?? 'off',
        },
        at,
      );
      await objects.add(subscription, fromUnixSeconds(at + FIRST_PAYMENT_TIMEOUT_SECONDS));
      await createInvoice(change, subscription, 'subscription_create');
      await emit('customer.subscription.created', subscription);
      return subscription;
    },
  ),

  operation('GET /v1/subscriptions/:id', {}, ({ objects }, _none, id) => objects.get('subscription', id)),

  operation(
    'POST /v1/subscriptions/:id',
    {
      // Takes away a date that was set.
      cancel_at: z.literal('').optional(),
      cancel_at_period_end: flag.optional(),
      default_payment_method: text.optional(),
      description: text.optional(),
      metadata: metadata.optional(),
    },
    async (change, values, id) => {
      const { objects, emit } = change;
      const subscription = await openSubscription(change, id);
      subscription.metadata = mergedMetadata(subscription.metadata, values.metadata);
      subscription.description = values.description ?? subscription.description;
      if (values.default_payment_method !== undefined) {
        const method = await objects.get('payment_method', values.default_payment_method);
        if (method.customer !== subscription.customer)
          throw invalidRequestError(
            'The payment method does not belong to the customer of this subscription.',
            {
              param: 'default_payment_method',
            },
          );
        subscription.default_payment_method = method.id;
      }
      if (values.cancel_at !== undefined && values.cancel_at_period_end !== undefined)
        throw invalidRequestError('You can only pass one of `cancel_at` and `cancel_at_period_end`.');
      if (values.cancel_at !== undefined) subscription.cancel_at = null;
      if (values.cancel_at_period_end !== undefined)
        cancelAtPeriodEnd(change, subscription, values.cancel_at_period_end);
      await objects.save(subscription);
      await emit('customer.subscription.updated', subscription);
      return subscription;
    },
  ),

  operation('DELETE /v1/subscriptions/:id', {}, async (change, _none, id) => {
    const subscription = await openSubscription(change, id);
    await endSubscription(change, subscription);
    return subscription;
  }),

  operation(
    'GET /v1/subscriptions',
    { ...page, customer: text.optional(), status: text.optional() },
    ({ objects }, { customer, status, ...wanted }) =>
      listPage(objects, 'subscription', '/v1/subscriptions', wanted, {
        where: { customer, status: status === 'all' ? undefined : status },
        ...(status === undefined && { whereNot: { status: 'canceled' } }),
      }),
  ),
];

async function openSubscription({ objects }: SandboxTransaction, id: string): Promise<SandboxSubscription> {
  const subscription = await objects.get('subscription', id);
  if (subscription.ended_at === null) return subscription;
  throw invalidRequestError(
    'A canceled subscription can only update its cancellation_details and metadata.',
    {
      code: 'invalid_canceled_subscription_fields',
    },
  );
}

function cancelAtPeriodEnd(
  { at }: SandboxTransaction,
  subscription: SandboxSubscription,
  wanted: boolean,
): void {
  if (subscription.status === 'incomplete')
    throw invalidRequestError('You cannot set `cancel_at_period_end` on an incomplete subscription.', {
      param: 'cancel_at_period_end',
    });
  subscription.cancel_at_period_end = wanted;
  subscription.cancel_at = wanted ? itemOf(subscription).current_period_end : null;
  subscription.canceled_at = wanted ? at : null;
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: wanted ? 'cancellation_requested' : null,
  };
}
