import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttleByKey } from './throttle-by-key.ts';

let passed: string[];
let counts: number[];
let throttle: ReturnType<typeof throttleByKey<string>>;
beforeEach(() => {
  vi.useFakeTimers();
  passed = [];
  counts = [];
  throttle = throttleByKey<string>(100, (value, count) => {
    passed.push(value);
    counts.push(count);
  });
});
afterEach(() => {
  throttle.stop();
  vi.useRealTimers();
});

test('the first value passes at once, of those within an interval only the last, at its end', () => {
  for (const value of ['a1', 'a2', 'a3']) throttle.push('a', value);
  expect(passed).toEqual(['a1']);
  vi.advanceTimersByTime(99);
  expect(passed).toEqual(['a1']);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['a1', 'a3']);
});

test('keys do not wait for each other, and a quiet key has no timer', () => {
  throttle.push('a', 'a1');
  throttle.push('b', 'b1');
  expect(passed).toEqual(['a1', 'b1']);
  vi.advanceTimersByTime(100);
  expect(vi.getTimerCount()).toBe(0);
  throttle.push('a', 'a2');
  expect(passed).toEqual(['a1', 'b1', 'a2']);
});

test('each value that passes comes with the number of those since the last one', () => {
  for (const value of ['a1', 'a2', 'a3', 'a4']) throttle.push('a', value);
  vi.advanceTimersByTime(100);
  throttle.push('a', 'a5');
  vi.advanceTimersByTime(100);
  expect([passed, counts]).toEqual([
    ['a1', 'a4', 'a5'],
    [1, 3, 1],
  ]);
});

test('nothing passes after the stop', () => {
  for (const value of ['a1', 'a2']) throttle.push('a', value);
  throttle.stop();
  vi.advanceTimersByTime(1_000);
  expect({ passed, timers: vi.getTimerCount() }).toEqual({ passed: ['a1'], timers: 0 });
});
