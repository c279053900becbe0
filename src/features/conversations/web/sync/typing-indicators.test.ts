import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TypingIndicators } from './typing-indicators.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('disappears 3 seconds after the last sign of each sender', () => {
  const shown: Record<string, readonly string[]> = {};
  const signs = new TypingIndicators(3_000, (id, users) => (shown[id] = users));
  signs.set('talk', 'maya', true);
  vi.advanceTimersByTime(2_000);
  signs.set('talk', 'daniel', true);
  signs.set('other', 'eve', true);
  vi.advanceTimersByTime(999);
  expect(shown.talk).toEqual(['maya', 'daniel']);
  vi.advanceTimersByTime(1);
  expect(shown.talk).toEqual(['daniel']);
  signs.set('talk', 'daniel', true);
  vi.advanceTimersByTime(2_999);
  expect(shown.talk).toEqual(['daniel']);
  expect(shown.other).toEqual([]);
  signs.set('talk', 'daniel', false);
  expect(shown.talk).toEqual([]);
  signs.set('talk', 'maya', true);
  signs.clear();
  expect(shown).toEqual({ talk: [], other: [] });
  expect(vi.getTimerCount()).toBe(0);
});
