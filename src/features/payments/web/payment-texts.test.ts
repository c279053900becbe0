import { expect, test } from 'vitest';
import type { Payment } from '../contract.ts';
import type { Offer } from './offer.tsx';
import { paymentStatusLabel, paymentToast } from './payment-texts.ts';

const offer = (type: Offer['type']) => () =>
  ({
    paid: { title: `${type} paid`, description: '' },
    sentBack: { title: `${type} sent back`, description: '' },
    failed: `${type} failed`,
  }) as Offer;
const offers = { boost: offer('boost'), 'remove-ads': offer('remove-ads') };

const payment = (part: Partial<Payment>) =>
  ({
    type: 'boost',
    amount: 299,
    status: 'succeeded',
    processing: false,
    lastError: null,
    refundReason: null,
    ...part,
  }) as Payment;

test.each<[Partial<Payment>, string | null, string?]>([
  [{}, 'boost paid'],
  [{ type: 'remove-ads' }, 'remove-ads paid'],
  // It was paid all the same, and given.
  [{ status: 'disputed' }, 'boost paid'],
  // Announced before the provider sends it.
  [{ status: 'succeeded', refundReason: 'listing-gone' }, 'boost sent back'],
  [{ status: 'refunded', refundReason: 'listing-gone' }, 'boost sent back'],
  [{ status: 'refunded' }, 'Payment refunded', 'We refunded $2.99 to your card.'],
  [{ status: 'pending', lastError: 'Your card was declined.' }, 'boost failed', 'Your card was declined.'],
  [
    { type: 'remove-ads', status: 'canceled' },
    'remove-ads failed',
    "The payment wasn't completed. You haven't been charged.",
  ],
  [{ status: 'pending' }, null],
  [{ status: 'pending', processing: true }, 'Your payment is being processed'],
  [{ status: 'pending', processing: true, lastError: 'It was.' }, 'Your payment is being processed'],
])('%j is told as %s', (part, title, description) => {
  const words = paymentToast(payment(part), offers);
  expect(words?.title ?? null).toBe(title);
  expect(words?.variant).toBe(title?.endsWith('failed') ? 'destructive' : undefined);
  if (description !== undefined) expect(words?.description).toBe(description);
});

test.each<[Partial<Payment>, string]>([
  [{}, 'Paid'],
  [{ refundReason: 'listing-gone' }, 'Being refunded'],
  [{ status: 'refunded', refundReason: 'listing-gone' }, 'Refunded'],
  [{ status: 'disputed', refundReason: 'listing-gone' }, 'Disputed'],
  [{ status: 'pending' }, 'Not completed'],
  [{ status: 'pending', processing: true }, 'Processing'],
])('%j stands in the list as %s', (part, words) => {
  expect(paymentStatusLabel(payment(part))).toBe(words);
});
