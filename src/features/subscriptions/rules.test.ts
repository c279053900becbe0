import { expect, it } from 'vitest';
import {
  adFreeUntil,
  terminationDate,
  isAdFree,
  nextCheckAt,
  type SubscriptionBilling,
  subscriptionState,
  type SubscriptionStatus,
} from './rules.ts';

const day = (number: number) => new Date(Date.UTC(2026, 8, number));

/** A billing by days of a month: the end of the paid time, and the end of the provider's period. */
const paid = (status: SubscriptionStatus, through: number | null, period: number): SubscriptionBilling => ({
  status,
  terminatedAt: null,
  paidThrough: through === null ? null : day(through),
  periodEnd: day(period),
});

it.each<[string, SubscriptionStatus, number | null, number, number | null]>([
  ['before the first payment', 'incomplete', null, 30, null],
  ['never paid and given up', 'incomplete_expired', null, 30, null],
  ['paid', 'active', 30, 30, 30],
  ['a trial', 'trialing', 30, 30, 30],
  ['the renewal not tried yet', 'active', 10, 40, 13],
  ['the renewal failed', 'past_due', 10, 40, 13],
  ['given up by the provider', 'unpaid', 10, 40, 10],
  ['paused by the provider', 'paused', 10, 40, 10],
  ['ended within a paid period', 'canceled', 30, 30, 30],
  ['ended while a renewal was tried', 'canceled', 10, 40, 10],
])('ad-free time ends: %s', (_, status, through, period, until) => {
  expect(adFreeUntil(paid(status, through, period))).toEqual(until === null ? null : day(until));
});

it('has no grace period after we terminated it', () => {
  expect(adFreeUntil({ ...paid('past_due', 10, 40), terminatedAt: day(11) })).toEqual(day(10));
});

it.each<[SubscriptionStatus, number | null, number, number | null]>([
  ['active', 30, 30, 33],
  ['active', 10, 40, 13],
  ['past_due', 10, 40, 13],
  ['unpaid', 10, 40, 13],
  ['paused', 10, 40, 13],
  ['active', null, 31, 4],
  ['incomplete', null, 31, null],
  ['canceled', 10, 40, null],
])('%s, paid through %s, is ended by us after the grace', (status, through, period, end) => {
  const stands = { ...paid(status, through, period), createdAt: day(1) };
  expect(terminationDate(stands)).toEqual(end === null ? null : day(end));
});

const anHourAfter = (number: number) => new Date(day(number).getTime() + 3600_000);

it.each<[string, Partial<SubscriptionBilling> & SubscriptionBilling, number, Date | null]>([
  ['before the first payment never', paid('incomplete', null, 31), 1, null],
  ['at the end of what is paid', paid('active', 30, 30), 9, day(30)],
  ['soon where a renewal is awaited', paid('active', 10, 40), 11, anHourAfter(11)],
  ['soon where the provider has not gone on', paid('active', 10, 10), 10, anHourAfter(10)],
  ['when the time of one that ended is over', paid('canceled', 30, 30), 9, day(30)],
  ['never after that', paid('canceled', 30, 30), 30, null],
  [
    'soon where the provider must hear',
    { ...paid('active', 30, 30), terminatedAt: day(9) },
    9,
    anHourAfter(9),
  ],
  ['soon where it never began', { ...paid('incomplete', null, 31), terminatedAt: day(9) }, 9, anHourAfter(9)],
])('is looked after %s', (_, stands, now, at) => {
  expect(nextCheckAt({ ...stands, createdAt: day(1) }, day(now))).toEqual(at);
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
  ['active', 30, false, 'active'],
  ['active', 30, true, 'ending'],
  ['trialing', 30, false, 'active'],
  ['trialing', 30, true, 'ending'],
  ['active', 10, false, 'renewing'],
  ['active', 10, true, 'renewing'],
  ['past_due', 10, false, 'retrying'],
  ['past_due', 10, true, 'retrying'],
  ['unpaid', 10, false, 'unpaid'],
  ['paused', 30, false, 'unpaid'],
  ['canceled', 30, true, 'ended'],
] as const)('%s, paid through %s, canceled %s, is shown as %s', (status, through, cancels, state) => {
  const stands = { ...paid(status, through, 30), cancelAtPeriodEnd: cancels };
  expect(subscriptionState(stands)).toBe(state);
  expect(subscriptionState({ ...stands, terminatedAt: day(9) })).toBe('ended');
});
