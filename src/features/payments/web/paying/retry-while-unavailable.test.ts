import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#platform/web/transport.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const apiError = (status: number, retryAfter: number | null = null) =>
  new ApiError(status, { code: '', detail: '' }, retryAfter);

/** When calls were made, in seconds, and what came of them. The call succeeds the given time. */
async function timesOfCalls(error: Error, { onlyUnavailable = false, succeeds = Infinity } = {}) {
  const start = Date.now();
  const times: number[] = [];
  const call = async () => {
    times.push((Date.now() - start) / 1000);
    if (times.length < succeeds) throw error;
    return 'news';
  };
  const result = retryWhileUnavailable(call, { onlyUnavailable });
  await vi.advanceTimersByTimeAsync(60_000);
  return { times, result: await result };
}

it('calls again until the server is back', async () => {
  const { times, result } = await timesOfCalls(apiError(503), { succeeds: 3 });
  expect([times, result]).toEqual([[0, 1, 3], 'news']);
});

it('gives up after 15 seconds', async () => {
  const { times, result } = await timesOfCalls(apiError(503));
  expect([times, result]).toEqual([[0, 1, 3, 7, 11, 15], null]);
});

it('waits as long as the server asks for', async () => {
  expect((await timesOfCalls(apiError(503, 5))).times).toEqual([0, 5, 10, 15]);
});

it.each([
  ['a refusal', apiError(409), false, false],
  ['an error of the server', apiError(500), true, false],
  ['a broken connection', new TypeError('Failed to fetch'), true, false],
  ['an outage', apiError(503), true, true],
  ['a token that could not be renewed', apiError(401), true, true],
])('after %s calls again where that may help', async (_, error, isRetried, isRetriedAsUnavailable) => {
  expect((await timesOfCalls(error)).times.length > 1).toBe(isRetried);
  expect((await timesOfCalls(error, { onlyUnavailable: true })).times.length > 1).toBe(
    isRetriedAsUnavailable,
  );
});
