import type Stripe from 'stripe';
import { newSandboxId, randomText } from './ids-and-times.ts';
import { fieldsOf, type Replace } from './stripe-types.ts';

export type Decline = { code: string; decline_code?: string; message: string; param?: string };
export type PaymentError = Decline & { type: 'card_error' | 'invalid_request_error' };

type StripeIntent = Replace<
  Stripe.PaymentIntent,
  {
    customer: string | null;
    latest_charge: string | null;
    payment_method: string | null;
    /** The id of the invoice that the intent pays; absent for a one-time payment. */
    payment_details?: { order_reference: string };
    last_payment_error: PaymentError | null;
  }
>;
export type Intent = ReturnType<typeof newPaymentIntent>;

export function newPaymentIntent(
  values: Pick<StripeIntent, 'amount' | 'currency' | 'customer' | 'metadata' | 'payment_details'>,
) {
  const id = newSandboxId('pi');
  return fieldsOf<StripeIntent>()({
    id,
    object: 'payment_intent',
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    payment_method: null,
    status: 'requires_payment_method',
    ...values,
  });
}

export const toInvoiceId = (intent: Intent) => intent.payment_details?.order_reference ?? null;

/** The fields that a browser with the client secret receives. */
export function toPublicIntent(intent: Intent) {
  const { id, object, amount, client_secret, currency, last_payment_error, livemode, status } = intent;
  return { id, object, amount, client_secret, currency, last_payment_error, livemode, status };
}

type StripePaymentMethod = Replace<Stripe.PaymentMethod, { card: { brand: string; last4: string } }>;
export type PaymentMethod = ReturnType<typeof newPaymentMethod>;

/** A stored card, with the last four digits of its number. */
export const newPaymentMethod = ({ brand, last4 }: StripePaymentMethod['card']) =>
  fieldsOf<StripePaymentMethod>()({
    id: newSandboxId('pm'),
    object: 'payment_method',
    card: { brand, last4 },
    type: 'card',
  });

type StripeCharge = Replace<
  Stripe.Charge,
  { payment_intent: string; payment_method_details: Pick<StripePaymentMethod, 'card' | 'type'> }
>;
export type Charge = ReturnType<typeof newCharge>;

export const newCharge = (intent: Intent, { card, type }: PaymentMethod, paid: boolean) =>
  fieldsOf<StripeCharge>()({
    id: newSandboxId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    currency: intent.currency,
    disputed: false,
    livemode: false,
    paid,
    payment_intent: intent.id,
    payment_method_details: { card, type },
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
  });

export const newRefund = (charge: Charge, metadata: Stripe.Metadata) =>
  fieldsOf<Stripe.Refund>()({
    id: newSandboxId('re'),
    object: 'refund',
    amount: charge.amount_captured,
    charge: charge.id,
    currency: charge.currency,
    metadata,
    payment_intent: charge.payment_intent,
    status: 'succeeded',
  });

export const newDispute = (charge: Charge) =>
  fieldsOf<Stripe.Dispute>()({
    id: newSandboxId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    currency: charge.currency,
    livemode: false,
    payment_intent: charge.payment_intent,
    status: 'needs_response',
  });
