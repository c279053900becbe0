import { newSandboxId, randomText } from './ids-and-times.ts';
import type { Intent } from './sandbox-objects.ts';

type IntentValues = Pick<Intent, 'amount' | 'currency' | 'customer'> &
  Partial<
    Pick<
      Intent,
      | 'automatic_payment_methods'
      | 'description'
      | 'metadata'
      | 'payment_details'
      | 'payment_method'
      | 'receipt_email'
      | 'setup_future_usage'
      | 'statement_descriptor'
      | 'statement_descriptor_suffix'
    >
  >;

export function newPaymentIntent(values: IntentValues, at: number): Intent {
  const id = newSandboxId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: at,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...values,
  };
}

/** The id of the invoice that the intent pays; null for a one-time payment. */
export const toInvoiceId = (intent: Intent) => intent.payment_details?.order_reference ?? null;

/** The fields that a browser with the client secret receives. */
export function toPublicIntent(intent: Intent) {
  const { id, object, amount, automatic_payment_methods, canceled_at, cancellation_reason } = intent;
  const { capture_method, client_secret, confirmation_method, created, currency, description } = intent;
  const { last_payment_error, livemode, next_action, payment_method, payment_method_types } = intent;
  const { processing, receipt_email, setup_future_usage, shipping, status } = intent;
  return {
    id,
    object,
    amount,
    amount_details: intent.amount_details,
    automatic_payment_methods,
    canceled_at,
    cancellation_reason,
    capture_method,
    client_secret,
    confirmation_method,
    created,
    currency,
    description,
    last_payment_error,
    livemode,
    next_action,
    payment_method,
    payment_method_configuration_details: intent.payment_method_configuration_details,
    payment_method_types,
    processing,
    receipt_email,
    setup_future_usage,
    shipping,
    source: intent.source,
    status,
  };
}
