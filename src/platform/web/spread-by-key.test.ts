import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { spreadByKey } from './spread-by-key.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('spreads many tabs over the time, and each asks once for all changes until then', () => {
  const asked: number[] = [];
  const began = Date.now();
  const tabs = Array.from({ length: 200 }, () => spreadByKey(2_000, () => asked.push(Date.now() - began)));
  for (const tab of tabs) for (let change = 0; change < 3; change += 1) tab.push('a book');
  vi.advanceTimersByTime(2_000);
  expect(asked).toHaveLength(200);
  for (const quarter of [0, 1, 2, 3]) {
    const within = asked.filter((at) => at >= quarter * 500 && at < (quarter + 1) * 500);
    expect(within.length).toBeGreaterThan(20);
  }
});

it('asks at once for what waits when it ends, and for nothing twice', () => {
  const asked: string[] = [];
  const spread = spreadByKey(2_000, (key) => asked.push(key));
  spread.push('one');
  spread.push('two');
  spread.flush();
  vi.advanceTimersByTime(2_000);
  expect(asked).toEqual(['one', 'two']);
});
