import { expect, it } from 'vitest';
import { adFreeUntil, isAdFree, subscriptionState } from './rules.ts';

const day = (number: number) => new Date(Date.UTC(2026, 8, number));

it.each([
  ['before the first payment', 'incomplete', null, 30, null],
  ['never paid and given up', 'incomplete_expired', null, 30, null],
  ['paid', 'active', 30, 30, 30],
  ['the renewal not tried yet', 'active', 10, 40, 13],
  ['the renewal failed', 'past_due', 10, 40, 13],
  ['given up by the provider', 'unpaid', 10, 40, 10],
  ['ended within a paid period', 'canceled', 30, 30, 30],
  ['ended while a renewal was tried', 'canceled', 10, 40, 10],
])('ad-free time ends: %s', (_, status, paid, period, until) => {
  expect(
    adFreeUntil({ status, paidThrough: paid === null ? null : day(paid), periodEnd: day(period) }),
  ).toEqual(until === null ? null : day(until));
});

it('is in force while the flag is set and the end is in the future', () => {
  const user = { isAdFreeSubscriber: true, subscriptionExpiresAt: day(10) };
  expect(isAdFree(user, day(9))).toBe(true);
  expect(isAdFree(user, day(10))).toBe(false);
  expect(isAdFree({ ...user, subscriptionExpiresAt: day(10).toISOString() }, day(9))).toBe(true);
  expect(isAdFree({ ...user, isAdFreeSubscriber: false }, day(9))).toBe(false);
  expect(isAdFree({ ...user, subscriptionExpiresAt: null }, day(9))).toBe(false);
});

it.each([
  ['active', false, 'active'],
  ['active', true, 'ending'],
  ['past_due', false, 'retrying'],
  ['past_due', true, 'retrying'],
  ['unpaid', false, 'ended'],
  ['canceled', true, 'ended'],
])('%s, canceled %s, is shown as %s', (status, cancelAtPeriodEnd, state) => {
  expect(subscriptionState({ status, cancelAtPeriodEnd })).toBe(state);
});
