import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { type ProviderSnapshot, toPaymentState } from './payment-state.ts';

/** A paid payment with disputes of these statuses, in the provider's order. */
const paidWith = (...statuses: string[]) =>
  toPaymentState({
    intent: { status: 'succeeded', currency: 'usd', last_payment_error: null } as Stripe.PaymentIntent,
    charge: { amount: 299, amount_refunded: 0, receipt_url: null } as Stripe.Charge,
    disputes: statuses.map((status) => ({ status })) as ProviderSnapshot['disputes'],
  });

describe('a dispute', () => {
  it.each([
    ['lost', { status: 'disputed', isGone: true }],
    ['appeal_needs_response', { status: 'disputed', isGone: true }],
    ['appeal_under_review', { status: 'disputed', isGone: true }],
    ['needs_response', { status: 'disputed', isGone: false }],
    ['under_review', { status: 'disputed', isGone: false }],
    ['won', { status: 'succeeded', isGone: false }],
    ['warning_needs_response', { status: 'succeeded', isGone: false }],
  ])('that is %s', (disputeStatus, expected) => {
    expect(paidWith(disputeStatus)).toMatchObject({ ...expected, disputeStatus });
  });

  it('counts as the worst of several: a lost one before an open one, and that before the others', () => {
    expect(paidWith('won', 'needs_response', 'lost')).toMatchObject({ disputeStatus: 'lost', isGone: true });
    expect(paidWith('won', 'under_review').disputeStatus).toBe('under_review');
    expect(paidWith('won', 'warning_closed').disputeStatus).toBe('won');
    expect(paidWith()).toMatchObject({ status: 'succeeded', disputeStatus: null, isGone: false });
  });
});

it('was attempted once there is money, a charge or an error, or the provider works on it', () => {
  const attempted = (intent: object, charge: object | null = null) =>
    toPaymentState({
      intent: { currency: 'usd', last_payment_error: null, ...intent },
      charge,
      disputes: [],
    } as never).wasAttempted;
  expect(attempted({ status: 'requires_payment_method' })).toBe(false);
  expect(attempted({ status: 'canceled' })).toBe(false);
  expect(attempted({ status: 'succeeded' })).toBe(true);
  expect(attempted({ status: 'processing' })).toBe(true);
  expect(attempted({ status: 'requires_payment_method', last_payment_error: {} })).toBe(true);
  expect(attempted({ status: 'requires_payment_method' }, { amount: 299, amount_refunded: 0 })).toBe(true);
});
