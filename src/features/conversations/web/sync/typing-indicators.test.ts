import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { typingQuery } from '../conversation-queries.ts';
import { TypingIndicators } from './typing-indicators.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('disappears 3 seconds after the last sign of each sender', () => {
  const queries = new QueryClient();
  const shown = (id: string) => queries.getQueryData(typingQuery(id).queryKey);
  const signs = new TypingIndicators(queries);
  signs.set('talk', 'maya', true);
  vi.advanceTimersByTime(2_000);
  signs.set('talk', 'daniel', true);
  signs.set('other', 'eve', true);
  vi.advanceTimersByTime(999);
  expect(shown('talk')).toEqual(['maya', 'daniel']);
  vi.advanceTimersByTime(1);
  expect(shown('talk')).toEqual(['daniel']);
  signs.set('talk', 'daniel', true);
  vi.advanceTimersByTime(2_999);
  expect(shown('talk')).toEqual(['daniel']);
  expect(shown('other')).toEqual([]);
  signs.set('talk', 'daniel', false);
  expect(shown('talk')).toEqual([]);
  signs.set('talk', 'maya', true);
  signs.clear();
  expect([shown('talk'), shown('other')]).toEqual([[], []]);
  queries.clear();
  expect(vi.getTimerCount()).toBe(0);
});
