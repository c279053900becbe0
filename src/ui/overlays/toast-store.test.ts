import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, toast, TOAST_REMOVE_DELAY_MS, toastStore } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  dismissToast();
  vi.runAllTimers();
  vi.useRealTimers();
});

test('a new toast replaces the previous one', () => {
  toast({ title: 'first' });
  toast({ title: 'second' });
  expect(toastStore.read().map((entry) => entry.title)).toEqual(['second']);
});

test('a dismissed toast closes at once and is removed after its delay', () => {
  const { dismiss } = toast({ title: 'gone' });
  dismiss();
  expect(toastStore.read()).toMatchObject([{ title: 'gone', open: false }]);
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS - 1);
  expect(toastStore.read()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(toastStore.read()).toEqual([]);
});

test('a toast stays four times as long as it asks for, at most', () => {
  toast({ title: 'long', durationMs: 15_000 });
  vi.advanceTimersByTime(59_999);
  expect(toastStore.read()).toMatchObject([{ open: true }]);
  vi.advanceTimersByTime(1);
  expect(toastStore.read()).toMatchObject([{ open: false }]);
});

test('dismissing a replaced toast changes nothing, and listeners are called for each change', () => {
  const heard = vi.fn();
  const stop = toastStore.subscribe(heard);
  const old = toast({ title: 'old' });
  toast({ title: 'new' });
  const calls = heard.mock.calls.length;
  old.dismiss();
  expect(heard.mock.calls.length).toBe(calls);
  expect(toastStore.read()).toMatchObject([{ title: 'new', open: true }]);
  stop();
});
