import { expect, it } from 'vitest';
import type { Subscription } from '../contract.ts';
import { subscriptionViewAt } from './subscription-view.ts';

const day = (number: number) => new Date(Date.UTC(2026, 8, number)).toISOString();
const now = new Date(Date.UTC(2026, 8, 10, 12));

it.each<[Subscription['state'], number | null, number | null, ReturnType<typeof subscriptionViewAt>]>([
  ['active', 20, 20, { state: 'active', renewsAt: day(20), adFreeUntil: day(20) }],
  // The server does not know yet that a payment is due; the view shows no renewal date in the past.
  ['active', 10, 10, { state: 'renewing', renewsAt: null, adFreeUntil: null }],
  ['active', 10, 13, { state: 'renewing', renewsAt: null, adFreeUntil: day(13) }],
  ['renewing', 10, 13, { state: 'renewing', renewsAt: null, adFreeUntil: day(13) }],
  ['renewing', null, null, { state: 'renewing', renewsAt: null, adFreeUntil: null }],
  ['ending', 20, 20, { state: 'ending', renewsAt: null, adFreeUntil: day(20) }],
  ['ending', 10, 10, { state: 'ended', renewsAt: null, adFreeUntil: null }],
  // Canceling stays possible while the provider may charge, with or without ads.
  ['retrying', 5, 8, { state: 'retrying', renewsAt: null, adFreeUntil: null }],
  ['unpaid', 5, 5, { state: 'unpaid', renewsAt: null, adFreeUntil: null }],
  ['ended', 20, 20, { state: 'ended', renewsAt: null, adFreeUntil: day(20) }],
])('%s, paid through %s and ad-free until %s', (state, paid, until, shown) => {
  const at = (number: number | null) => (number === null ? null : day(number));
  expect(subscriptionViewAt({ state, paidThrough: at(paid), expiresAt: at(until) }, now)).toEqual(shown);
});
