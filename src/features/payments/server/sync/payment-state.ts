import type Stripe from 'stripe';
import type { PaymentStatus } from '../../rules.ts';
import { fromStripeAmount, toStripeAmount } from '../../stripe-amounts.ts';
import { toId } from '../payments-context.ts';
import type { PaymentRow } from '../table.ts';

/** The provider's objects of a payment at one moment. */
export type ProviderSnapshot = {
  intent: Stripe.PaymentIntent;
  charge: Stripe.Charge | null;
  disputes: Stripe.Dispute[];
};

/** The same in our words. */
export type PaymentState = {
  status: PaymentStatus;
  /** Status of the decisive dispute, in the provider's terms. */
  disputeStatus: string | null;
  /** The money is lost: refunded in full, or in a dispute. */
  isGone: boolean;
  /** The provider works on it, which may take days. */
  isProcessing: boolean;
  wasAttempted: boolean;
  amountRefunded: number;
  lastError: string | null;
  card: { brand: string; last4: string } | null;
  receiptUrl: string | null;
};

export function toPaymentState({ intent, charge, disputes }: ProviderSnapshot): PaymentState {
  const paid = intent.status === 'succeeded';
  const dispute = countingDispute(disputes);
  const isLost = dispute !== null && lostDisputes.has(dispute.status);
  const isRefunded = paid && charge !== null && charge.amount_refunded >= charge.amount;
  return {
    status: paid ? paidStatus(isRefunded, dispute) : unpaidStatus(intent),
    disputeStatus: dispute?.status ?? null,
    isGone: isRefunded || (paid && isLost),
    isProcessing: intent.status === 'processing',
    wasAttempted:
      paid || charge !== null || intent.last_payment_error !== null || intent.status === 'processing',
    amountRefunded: charge === null ? 0 : fromStripeAmount(charge.amount_refunded, intent.currency),
    lastError: paid ? null : (intent.last_payment_error?.message ?? null),
    card: cardOf(charge),
    receiptUrl: paid ? (charge?.receipt_url ?? null) : null,
  };
}

// An appeal goes on after the money has been taken.
const lostDisputes = new Set<string>(['lost', 'appeal_needs_response', 'appeal_under_review']);
const openDisputes = new Set<string>(['needs_response', 'under_review']);

/** The worst of several disputes. Inquiries of the bank (`warning_…`) take no money, so they do not count. */
function countingDispute(disputes: Stripe.Dispute[]): Stripe.Dispute | null {
  return (
    disputes.find(({ status }) => lostDisputes.has(status)) ??
    disputes.find(({ status }) => openDisputes.has(status)) ??
    disputes[0] ??
    null
  );
}

function paidStatus(isRefunded: boolean, dispute: Stripe.Dispute | null): PaymentStatus {
  if (isRefunded) return 'refunded';
  const isDisputed =
    dispute !== null && (lostDisputes.has(dispute.status) || openDisputes.has(dispute.status));
  return isDisputed ? 'disputed' : 'succeeded';
}

/** A declined card leaves the payment pending; only the provider ends it. */
function unpaidStatus(intent: Stripe.PaymentIntent): PaymentStatus {
  if (intent.status !== 'canceled') return 'pending';
  return intent.last_payment_error === null ? 'canceled' : 'failed';
}

function cardOf(charge: Stripe.Charge | null): PaymentState['card'] {
  const card = charge?.payment_method_details?.card;
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null;
}

/** The field in which the provider's payment differs from ours; null if they match. */
export function findMismatch(
  row: PaymentRow,
  intent: Stripe.PaymentIntent,
  livemode: boolean,
): string | null {
  const amount = toStripeAmount(row.amount, row.currency);
  if (intent.amount !== amount) return `amount ${intent.amount} instead of ${amount}`;
  if (intent.currency !== row.currency) return `currency ${intent.currency} instead of ${row.currency}`;
  if (intent.livemode !== livemode) return `livemode ${intent.livemode}`;
  // The customer of a deleted user is not stored.
  if (row.userId !== null && toId(intent.customer) !== row.stripeCustomerId) return 'another customer';
  // A subscription's payments are made by the provider, which does not know our ids.
  if (row.stripeSubscriptionId === null && intent.metadata['payment'] !== row.id) return 'another payment';
  return null;
}
