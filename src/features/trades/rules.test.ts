import { describe, expect, it } from 'vitest';
import { word } from '#platform/shared/texts/word.ts';
import {
  countWrongCode,
  describeOfferState,
  findAskedSemester,
  firstOfferAmount,
  isPaused,
  CODE_PAUSE_MS,
  readTypedCode,
  throwIfCannotBecome,
  toHandoverCode,
  type WrongCodes,
} from './rules.ts';

it.each([
  [2_400, 2_200, 2_200],
  [2_000, 2_200, 2_000],
  [2_400, undefined, null],
  [2_400, 0, 100],
])('an offer for a price of %i begins with the lower of it and the median %s', (price, median, amount) => {
  expect(firstOfferAmount(price, median, { smallestOffer: 100 })).toBe(amount);
});

const NOW = new Date('2026-11-22T14:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

it('a code has six digits, also a small one', () => {
  expect(toHandoverCode(new Uint8Array([0, 0, 0, 0, 0, 7, 255]))).toBe('000007');
  expect(toHandoverCode(new Uint8Array(32).fill(255))).toMatch(/^\d{6}$/);
});

it('a part of a trade that has ended does not end again', () => {
  throwIfCannotBecome('offer', 'pending', 'declined');
  throwIfCannotBecome('reservation', 'active', 'completed');
  expect(() => throwIfCannotBecome('offer', 'accepted', 'declined')).toThrow(
    'accepted cannot become declined',
  );
  expect(() => throwIfCannotBecome('reservation', 'canceled', 'expired')).toThrow('canceled');
});

it('typed codes may have spaces and Arabic digits', () => {
  expect(readTypedCode(' 482 913')).toBe('482913');
  expect(readTypedCode('٤٨٢ ٩١٣')).toBe('482913');
});

describe('wrong codes', () => {
  const afterWrong = (times: number, from: WrongCodes = { count: 0, pausedUntil: null }) => {
    let codes = from;
    for (let wrong = 0; wrong < times; wrong += 1) codes = countWrongCode(codes, NOW);
    return codes;
  };

  it('pause at the fifth, for 15 minutes', () => {
    expect(afterWrong(4)).toEqual({ count: 4, pausedUntil: null });
    const paused = afterWrong(5);
    expect(paused).toEqual({ count: 5, pausedUntil: later(CODE_PAUSE_MS) });
    expect([later(CODE_PAUSE_MS - 1), later(CODE_PAUSE_MS)].map((now) => isPaused(paused, now))).toEqual([
      true,
      false,
    ]);
  });

  it('are counted from the first again after the pause', () => {
    expect(countWrongCode(afterWrong(5), later(CODE_PAUSE_MS))).toEqual({ count: 1, pausedUntil: null });
  });
});

const ENDS = ['2027-05-14', '2026-12-18'];
const at = (instant: string) => findAskedSemester(ENDS, new Date(instant), 'America/New_York');

it.each([
  ['2026-12-04T04:59:59Z', undefined],
  ['2026-12-04T05:00:00Z', '2026-12-18'],
  ['2026-12-19T04:59:59Z', '2026-12-18'],
  ['2026-12-19T05:00:00Z', undefined],
  // These are in summer time.
  ['2027-04-30T04:00:00Z', '2027-05-14'],
])('at %s the question of the semester until %s is due', (instant, end) => {
  expect(at(instant)?.end).toBe(end);
});

it('is about purchases since the question before, or of half a year', () => {
  expect(at('2027-05-01T00:00:00Z')).toEqual({
    end: '2027-05-14',
    from: new Date('2026-12-04T05:00:00Z'),
    to: new Date('2027-04-30T04:00:00Z'),
  });
  expect(at('2026-12-10T00:00:00Z')?.from).toEqual(new Date('2026-06-04T05:00:00Z'));
});

it('is not due without dates', () => {
  expect(findAskedSemester([], new Date(), 'UTC')).toBeUndefined();
});

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
  const offer = { ...ids, amount: 200, askingPrice: 300, state, endReason, expiresAt };
  expect(word(describeOfferState(offer, now))).toBe(text);
});
