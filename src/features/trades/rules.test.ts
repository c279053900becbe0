import { describe, expect, it } from 'vitest';
import {
  countWrongCode,
  firstOfferAmount,
  isPaused,
  PAUSE_MS,
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
  expect(firstOfferAmount(price, median)).toBe(amount);
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

it('typed codes may have spaces', () => {
  expect(readTypedCode(' 482 913')).toBe('482913');
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
    expect(paused).toEqual({ count: 5, pausedUntil: later(PAUSE_MS) });
    expect([later(PAUSE_MS - 1), later(PAUSE_MS)].map((now) => isPaused(paused, now))).toEqual([true, false]);
  });

  it('are counted from the first again after the pause', () => {
    expect(countWrongCode(afterWrong(5), later(PAUSE_MS))).toEqual({ count: 1, pausedUntil: null });
  });
});
