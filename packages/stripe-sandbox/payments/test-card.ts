import { invalidRequestError, type StripeApiError } from '../http/stripe-api-error.ts';
import type { Decline } from '../resources/payment-objects.ts';

/** The fields of a card form. Never stored or logged. */
export type CardInput = { number: string; exp_month: string; exp_year: string; cvc: string };

/** The stored data of a card, without its number, and its behavior. */
export type TestCard = {
  brand: 'visa' | 'mastercard' | 'amex';
  last4: string;
  /** Every charge is declined. */
  decline?: Decline;
  /** A charge while the cardholder is away is declined. */
  laterDecline?: Decline;
  /** The cardholder has to authenticate a payment. */
  isChallenged?: true;
  disputed?: true;
};

const declined: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};
const declines = {
  funds: { ...declined, decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  expired: { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' },
  cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", param: 'cvc' },
  processing: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  unauthenticated: {
    ...declined,
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} satisfies Record<string, Decline>;

/** Stripe's published test cards. Their last four digits differ, and so identify them. */
const testCards = new Map<string, TestCard>(
  (
    [
      ['4242424242424242', {}],
      ['5555555555554444', { brand: 'mastercard' }],
      ['378282246310005', { brand: 'amex' }],
      ['4000000000000002', { decline: declined }],
      ['4000000000009995', { decline: declines.funds }],
      ['4000000000000069', { decline: declines.expired }],
      ['4000000000000127', { decline: declines.cvc }],
      ['4000000000000119', { decline: declines.processing }],
      ['4000002500003155', { isChallenged: true }],
      ['4000002760003184', { isChallenged: true, laterDecline: declines.unauthenticated }],
      ['4000000000000341', { laterDecline: declined }],
      ['4000000000000259', { disputed: true }],
    ] satisfies [string, Partial<TestCard>][]
  ).map(([number, card]) => [number, { brand: 'visa', last4: number.slice(-4), ...card }]),
);

export function getTestCard(last4: string): TestCard {
  const card = testCards.values().find((candidate) => candidate.last4 === last4);
  if (card === undefined) throw new Error(`No test card ends in ${last4}`);
  return card;
}

/** Throws Stripe's errors for an invalid number, a past expiry, and a real card. */
export function validateCard(input: CardInput, now: Date): TestCard {
  const number = input.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number))
    throw cardError('invalid_number', 'The card number is not a valid credit card number.', 'number');
  if (!passesLuhn(number)) throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  const expMonth = Number(input.exp_month);
  const expYear = Number(input.exp_year) + (/^\d\d$/.test(input.exp_year) ? 2000 : 0);
  const thisYear = now.getUTCFullYear();
  if (!Number.isInteger(expYear) || expYear < thisYear || expYear > thisYear + 50)
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  const isPast = expYear === thisYear && expMonth <= now.getUTCMonth();
  if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12 || isPast)
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  const isAmex = /^3[47]/.test(number);
  if (!(isAmex ? /^\d{3,4}$/ : /^\d{3}$/).test(input.cvc))
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  const card = testCards.get(number);
  if (card === undefined)
    throw invalidRequestError(
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      { type: 'card_error', code: 'card_declined', decline_code: 'test_mode_live_card' },
      402,
    );
  return card;
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const cardError = (code: string, message: string, param: string): StripeApiError =>
  invalidRequestError(message, { type: 'card_error', code, param }, 402);
