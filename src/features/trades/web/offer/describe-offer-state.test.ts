import { expect, it } from 'vitest';
import { describeOfferState } from './describe-offer-state.ts';

const now = new Date('2026-09-01T12:00:00Z');

it.each([
  ['pending', null, 48, '48 h left'],
  ['pending', null, 47.1, '48 h left'],
  ['pending', null, 0.5, '1 h left'],
  // The page's time is behind the server's.
  ['pending', null, 48.01, '48 h left'],
  ['pending', null, 0, 'Expired after 48 hours'],
  ['accepted', null, 40, 'Accepted'],
  ['declined', null, 40, 'Declined'],
  ['declined', 'reserved', 40, 'Reserved for someone else'],
  ['withdrawn', null, 40, 'Withdrawn'],
  ['countered', null, 40, 'Countered'],
  ['expired', null, -1, 'Expired after 48 hours'],
  ['expired', 'price-lowered', 40, 'Expired: the price is lower now'],
  ['expired', 'not-listed', -1, 'Expired: no longer for sale'],
] as const)('an offer that is %s (%s), %s h before its end, says %s', (state, endReason, hours, text) => {
  const expiresAt = new Date(now.getTime() + hours * 3_600_000).toISOString();
  const ids = { id: '', conversationId: '' };
  expect(
    describeOfferState({ ...ids, amount: 200, askingPrice: 300, state, endReason, expiresAt }, now),
  ).toBe(text);
});
