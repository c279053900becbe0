import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paceByGroup } from './pace-by-group.ts';

let passed: string[];
let pace: ReturnType<typeof paceByGroup<string>>;
beforeEach(() => {
  vi.useFakeTimers();
  passed = [];
  pace = paceByGroup<string>({ burst: 2, intervalMs: 100 }, (value) => passed.push(value));
});
afterEach(() => {
  pace.stop();
  vi.useRealTimers();
});

test('a burst passes at once, further values one per interval in order', () => {
  for (const name of ['a', 'b', 'c', 'd']) pace.push('group', name, name);
  expect(passed).toEqual(['a', 'b']);
  vi.advanceTimersByTime(99);
  expect(passed).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['a', 'b', 'c']);
  vi.advanceTimersByTime(100);
  expect(passed).toEqual(['a', 'b', 'c', 'd']);
});

test('of each key only the last value waits, at its first place', () => {
  for (const name of ['a', 'b']) pace.push('group', name, name);
  pace.push('group', 'x', 'x1');
  pace.push('group', 'y', 'y1');
  pace.push('group', 'x', 'x2');
  vi.advanceTimersByTime(300);
  expect(passed).toEqual(['a', 'b', 'x2', 'y1']);
});

test('groups do not wait for each other', () => {
  for (const name of ['a', 'b', 'c']) pace.push('one', name, name);
  pace.push('other', 'd', 'd');
  expect(passed).toEqual(['a', 'b', 'd']);
});

test('each quiet interval gives one place of the burst back, and a full group has no timer', () => {
  for (const name of ['a', 'b']) pace.push('group', name, name);
  vi.advanceTimersByTime(100);
  pace.push('group', 'c', 'c');
  pace.push('group', 'd', 'd');
  expect(passed).toEqual(['a', 'b', 'c']);
  vi.advanceTimersByTime(300);
  expect(passed).toEqual(['a', 'b', 'c', 'd']);
  expect(vi.getTimerCount()).toBe(0);
});

test('nothing passes after the stop', () => {
  for (const name of ['a', 'b', 'c']) pace.push('group', name, name);
  pace.stop();
  vi.advanceTimersByTime(1_000);
  expect({ passed, timers: vi.getTimerCount() }).toEqual({ passed: ['a', 'b'], timers: 0 });
});
