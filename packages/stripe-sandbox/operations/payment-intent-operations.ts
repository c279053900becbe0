import { z } from 'zod';
import { unexpectedIntentStateError } from '../http/stripe-api-error.ts';
import { cancelIntent } from '../payments/cancel-intent.ts';
import { confirmIntent, getPaymentMethod } from '../payments/confirm-intent.ts';
import { fromUnixSeconds } from '../resources/ids-and-times.ts';
import { newPaymentIntent, toInvoiceId } from '../resources/payment-intent.ts';
import { getCustomer } from './customer-operations.ts';
import {
  cents,
  flag,
  integer,
  listPage,
  mergeMetadata,
  metadata,
  operation,
  page,
  sandboxCurrency,
  text,
} from './operation.ts';

const created = z.strictObject({ gte: integer.optional() }).optional();
const cancellationReason = z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']);

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
      if (customer !== null) await getCustomer(objects, customer);
      const intent = newPaymentIntent(
        { ...withoutUndefined(values), customer, metadata: mergeMetadata({}, values.metadata) },
        at,
      );
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
    async (tx, { payment_method, off_session = false }, id) => {
      const intent = await tx.objects.get('payment_intent', id, 'intent');
      const method = () => getPaymentMethod(tx, intent, payment_method);
      return confirmIntent(tx, intent, method, off_session ? 'away' : 'present');
    },
  ),

  operation(
    'POST /v1/payment_intents/:id/cancel',
    { cancellation_reason: cancellationReason.optional() },
    async (tx, { cancellation_reason = null }, id) => {
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

  operation(
    'GET /v1/payment_intents',
    { ...page, created, customer: text.optional() },
    ({ objects }, { created: span, customer, ...cursor }) =>
      listPage(objects, 'payment_intent', '/v1/payment_intents', cursor, {
        where: { customer },
        createdFrom: span?.gte === undefined ? undefined : fromUnixSeconds(span.gte),
      }),
  ),
];

function withoutUndefined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
