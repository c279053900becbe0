import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Payment } from '#features/payments/contract.ts';
import type { Subscription } from '#features/subscriptions/contract.ts';
import { refuse } from '#tests/support/components/fake-server.ts';
import {
  control,
  expectPath,
  expectToast,
  follow,
  hides,
  press,
  renderScreen,
  setOnline,
  shows,
} from '#tests/support/components/render-screen.tsx';
import { inDays, ownBook, robin, sampleBook, uuid } from '#tests/support/components/sample-data.ts';

const subscribed = (state: Subscription['state'], paid: number, until = paid) => ({
  user: robin,
  'GET /api/subscription': { subscription: { state, paidThrough: inDays(paid), expiresAt: inDays(until) } },
});

test.each([
  ['retrying', "Your last renewal failed, so you'll see ads again."],
  ['renewing', "Next month's payment is processing."],
  ['unpaid', "You won't be charged."],
] as const)('a subscription that is %s can be canceled, and is not offered again', async (state, text) => {
  const { server } = renderScreen('/profile', {
    ...subscribed(state, -5, -2),
    'POST /api/subscription/cancel': {
      subscription: { state: 'ended', paidThrough: inDays(-5), expiresAt: inDays(-2) },
    },
  });
  await shows(text);
  await hides('Next payment');
  await hides('Ad-free until');
  expect(screen.queryByRole('link', { name: /Go Ad-Free/ })).toBeNull();
  await press('Cancel ad-free');
  const question = await control('dialog', 'Cancel ad-free?');
  await shows("Ad-free ends now, and you won't be charged again.", question);
  await press('Cancel ad-free', question);
  await expectToast("You won't be charged again.");
  await hides(text);
  expect(server.sent('POST /api/subscription/cancel')).toHaveLength(1);
  // The focused element is gone.
  await waitFor(() => expect(document.activeElement?.id).toBe('main'));
});

test('the next payment is never in the past, and nothing is sold while one is pending', async () => {
  renderScreen('/profile', subscribed('active', -1, 2));
  await shows('Renewing');
  await hides('Next payment');
  renderScreen('/subscribe', subscribed('active', -1, 2));
  await shows("Next month's payment is processing.");
  expect(screen.queryByLabelText('Card number')).toBeNull();
});

const boost: Payment = {
  id: uuid(50),
  stripePaymentIntentId: 'pi_1',
  userId: robin.id,
  bookId: uuid(10),
  bookTitle: 'Circuits',
  type: 'boost',
  amount: 299,
  currency: 'usd',
  status: 'succeeded',
  processing: false,
  stripeCustomerId: null,
  metadata: {},
  lastError: null,
  refundReason: null,
  card: null,
  receiptUrl: null,
  testMode: true,
  processedAt: inDays(-1),
  createdAt: inDays(-1),
};

test('purchases stay on the profile where nothing is sold any more', async () => {
  renderScreen('/profile', {
    ...subscribed('ended', 20),
    'GET /api/payments': [boost],
    'GET /api/payments/provider': { provider: null },
    'GET /api/books/user/:userId': [ownBook({ isBoosted: true, boostedUntil: inDays(2) })],
  });
  await shows('Paid', await control('button', /Boost, 72 hours/));
  await shows("It won't renew. You're ad-free until");
  expect(screen.queryByRole('button', { name: 'Cancel ad-free' })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Boost/ })).toBeNull();
});

test('payment pages say why they require sign-in', async () => {
  renderScreen('/subscribe');
  await expectToast(/Authentication Required\s*Please sign in to subscribe to ad-free access\./);
  await expectPath('/');
});

const boostUrl = `/boost/${uuid(10)}`;
const paying = {
  user: robin,
  'GET /api/books/:id': ownBook(),
  'POST /api/create-payment-intent': { clientSecret: 'pi_1_secret_2' },
  'POST /api/create-adfree-purchase': { clientSecret: 'pi_1_secret_2' },
};

test.each([
  ["This isn't your listing", sampleBook()],
  ['This book is sold', ownBook({ isActive: false, soldAt: inDays(-1) })],
])('a boost is refused: %s', async (title, book) => {
  renderScreen(boostUrl, { user: robin, 'GET /api/books/:id': book });
  await control('heading', title);
});

test('a payment that cannot start shows an error on the profile', async () => {
  renderScreen(boostUrl, {
    user: robin,
    'GET /api/books/:id': ownBook(),
    'POST /api/create-payment-intent': () => refuse(503),
  });
  await expectToast('Failed to initialize payment. Please try again.');
  await expectPath('/profile');
});

test('offline, the button says so, and pays once online', async () => {
  renderScreen(boostUrl, paying);
  await screen.findByLabelText('Card number');
  setOnline(false);
  expect((await control('button', "You're offline")).matches('[aria-disabled=true], :disabled')).toBe(true);
  setOnline(true);
  await control('button', /^Pay/);
});

test('the corner of an ad leads to the ad-free subscription, for a visitor through the sign-in', async () => {
  renderScreen('/', { ...paying, 'GET /api/books': [sampleBook()] });
  await screen.findByRole('link', { name: 'Profile' });
  await press(/^Remove ads/);
  await follow('Continue to payment', await control('dialog', 'Go Ad-Free'));
  await expectPath('/subscribe');
});

test('a visitor signs in before the ad-free offer', async () => {
  renderScreen('/', { 'GET /api/books': [sampleBook()] });
  await press(/^Remove ads/);
  await expectPath('/sign-in');
  await shows('Sign in to see the ad-free offer.');
});

test('without purchases, an ad has no corner and offers nothing', async () => {
  renderScreen('/', { 'GET /api/books': [sampleBook()], 'GET /api/payments/provider': { provider: null } });
  await control('link', /Done with a book/);
  expect(screen.queryByRole('button', { name: /^Remove ads/ })).toBeNull();
});

test('the menu of an own listing leads to its boost', async () => {
  renderScreen(`/book/${uuid(10)}`, { ...paying, 'GET /api/users/me/deals': [] });
  await control('button', /^Mark as sold/);
  await press('More');
  (await control('menuitem', 'Boost listing')).click();
  await follow('Continue to payment', await control('dialog', 'Boost Your Listing'));
  await expectPath(boostUrl);
});
