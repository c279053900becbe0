import { z } from 'zod';
import { invalidRequestError } from './stripe-api-error.ts';
import { confirmIntent, methodFor } from './confirm-intent.ts';
import { customerFor } from './customer.ts';
import { fromUnixSeconds } from './ids-and-times.ts';
import {
  cents,
  flag,
  integer,
  listPage,
  mergedMetadata,
  metadata,
  operation,
  page,
  sandboxCurrency,
  text,
} from './operation.ts';
import { invoiceOf, newPaymentIntent } from './payment-intent.ts';

const created = z.strictObject({ gte: integer.optional() }).optional();

export const paymentIntentOperations = [
  operation(
    'POST /v1/payment_intents',
    {
      description: text.optional(),
      metadata: metadata.optional(),
      receipt_email: text.optional(),
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
      statement_descriptor: text.max(22).optional(),
      statement_descriptor_suffix: text.max(22).optional(),
      amount: cents.refine((amount) => amount >= 50, { error: 'must be at least 50 cents' }),
      automatic_payment_methods: z
        .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
        .optional(),
      currency: sandboxCurrency,
      customer: text.optional(),
    },
    async ({ objects, at }, { customer = null, ...values }) => {
      if (customer !== null) await customerFor(objects, customer);
      const own = { customer, metadata: mergedMetadata({}, values.metadata) };
      const intent = newPaymentIntent({ ...defined(values), ...own }, at);
      await objects.add(intent);
      return intent;
    },
  ),

  operation('GET /v1/payment_intents/:id', { client_secret: text.optional() }, ({ objects }, _none, id) =>
    objects.get('payment_intent', id, 'intent'),
  ),

  operation(
    'POST /v1/payment_intents/:id/confirm',
    { payment_method: text.optional(), return_url: text.optional(), off_session: flag.optional() },
    async (change, { payment_method, off_session = false }, id) => {
      const intent = await change.objects.get('payment_intent', id, 'intent');
      const method = () => methodFor(change, intent, payment_method);
      return confirmIntent(change, intent, method, off_session ? 'away' : 'present');
    },
  ),

  operation(
    'POST /v1/payment_intents/:id/cancel',
    {
      cancellation_reason: z
        .enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'])
        .optional(),
    },
    async ({ objects, emit, at }, { cancellation_reason = null }, id) => {
      const intent = await objects.get('payment_intent', id, 'intent');
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw invalidRequestError(
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
          { code: 'payment_intent_unexpected_state', payment_intent: intent },
        );
      if (invoiceOf(intent) !== null)
        throw invalidRequestError(
          'You cannot cancel this PaymentIntent because it was created by an invoice. Void the invoice instead.',
          { code: 'payment_intent_unexpected_state', payment_intent: intent },
        );
      intent.status = 'canceled';
      intent.canceled_at = at;
      intent.cancellation_reason = cancellation_reason;
      intent.next_action = null;
      await objects.save(intent);
      await emit('payment_intent.canceled', intent);
      return intent;
    },
  ),

  operation(
    'GET /v1/payment_intents',
    { ...page, created, customer: text.optional() },
    ({ objects }, { created: span, customer, ...wanted }) =>
      listPage(objects, 'payment_intent', '/v1/payment_intents', wanted, {
        where: { customer },
        createdFrom: span?.gte === undefined ? undefined : fromUnixSeconds(span.gte),
      }),
  ),
];

/** What was given, without what was not. */
function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
