import { expect, test } from 'vitest';
import { t } from '#platform/shared/texts/t.ts';
import { isEnding, isExpired, remainingDays } from './rules.ts';

const now = new Date('2026-11-18T12:00:00Z');
const endingIn = (days: number, soldAt: string | null = null) => ({
  soldAt,
  expiresAt: new Date(now.getTime() + days * 86_400_000).toISOString(),
});

test('a listing is ending in its last seven days, and expired from its end on, unless it is sold', () => {
  expect([7.1, 7, 0.1, 0, -3].map((days) => isEnding(endingIn(days), now))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect([0.1, 0, -3].map((days) => isExpired(endingIn(days), now))).toEqual([false, true, true]);
  const sold = endingIn(-3, now.toISOString());
  expect([isEnding(sold, now), isExpired(sold, now)]).toEqual([false, false]);
});

test('its end is told in whole days', () => {
  const endText = (days: number) => t('books.own.ends-in', { days: remainingDays(endingIn(days), now) });
  expect([6.9, 6, 1.2, 1, 0.1].map(endText)).toEqual([
    'Ends in 7 days',
    'Ends in 6 days',
    'Ends in 2 days',
    'Ends in 1 day',
    'Ends in 1 day',
  ]);
});
