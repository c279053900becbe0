import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './create-query-client.ts';

const browser = new EventTarget();
const device = { onLine: true };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', browser);
  vi.stubGlobal('navigator', device);
});
afterEach(() => {
  device.onLine = true;
  browser.dispatchEvent(new Event('online'));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('fetches again once online if the browser was never online', async () => {
  device.onLine = false;
  const fetched = vi.fn(async () => {
    if (!device.onLine) throw new TypeError('Failed to fetch');
    return 'there';
  });
  const watched = new QueryObserver(createQueryClient(), { queryKey: ['any'], queryFn: fetched });
  const stop = watched.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(watched.getCurrentResult().fetchStatus).toBe('paused');

  device.onLine = true;
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(watched.getCurrentResult().data).toBe('there');
  expect(fetched).toHaveBeenCalledTimes(2);
  stop();
});

it('does not retry a failure while online', async () => {
  const fetched = vi.fn(() => Promise.reject(new Error('Refused')));
  const watched = new QueryObserver(createQueryClient(), { queryKey: ['any'], queryFn: fetched });
  const stop = watched.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(watched.getCurrentResult().isError).toBe(true);
  stop();
});

it('fetches what has failed again when the browser is back online', async () => {
  let works = false;
  const failing = vi.fn(async () => {
    if (!works) throw new Error('503');
    return 'there';
  });
  const fine = vi.fn(async () => 'fine');
  const queries = createQueryClient();
  const failed = new QueryObserver(queries, { queryKey: ['failing'], queryFn: failing });
  const stops = [
    failed.subscribe(() => {}),
    new QueryObserver(queries, { queryKey: ['fine'], queryFn: fine }).subscribe(() => {}),
  ];
  await vi.advanceTimersByTimeAsync(0);
  expect(failed.getCurrentResult().isError).toBe(true);
  works = true;
  device.onLine = false;
  browser.dispatchEvent(new Event('offline'));
  device.onLine = true;
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(failed.getCurrentResult().data).toBe('there');
  expect([failing, fine].map((fetched) => fetched.mock.calls.length)).toEqual([2, 1]);
  for (const stop of stops) stop();
});
