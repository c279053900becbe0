import { type MutationMeta, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createQueryClient } from './create-query-client.ts';
import { failsAs, failsUnlessRefused, failsWith } from './mutations/mutation-failures.ts';
import { retryAfterOutages } from './retry-after-outages.ts';
import { ApiError } from './transport.ts';

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

/** Observes one query until the end of the test. */
function watchQuery(queryFn: () => Promise<unknown>, queries = createQueryClient()) {
  const queryKey = [queries.getQueryCache().getAll().length];
  const watched = new QueryObserver(queries, { queryKey, queryFn });
  onTestFinished(watched.subscribe(() => {}));
  return watched;
}

it('fetches again once online if the browser was never online', async () => {
  device.onLine = false;
  const fetched = vi.fn(async () => {
    if (!device.onLine) throw new TypeError('Failed to fetch');
    return 'there';
  });
  const watched = watchQuery(fetched);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(watched.getCurrentResult().fetchStatus).toBe('paused');

  device.onLine = true;
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(watched.getCurrentResult().data).toBe('there');
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('does not retry a failure while online', async () => {
  const fetched = vi.fn(() => Promise.reject(new Error('Refused')));
  const watched = watchQuery(fetched);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(watched.getCurrentResult().isError).toBe(true);
});

it('fetches what has failed again when the browser is back online', async () => {
  let works = false;
  const failing = vi.fn(async () => {
    if (!works) throw new Error('503');
    return 'there';
  });
  const fine = vi.fn(async () => 'fine');
  const queries = createQueryClient();
  const failed = watchQuery(failing, queries);
  watchQuery(fine, queries);
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
});

it('shows the failures that mutations name, once each', async () => {
  const shown: string[][] = [];
  const queries = createQueryClient((text, title) => shown.push([title, text]));
  const fail = (status: number, meta: MutationMeta) =>
    queries
      .getMutationCache()
      .build(queries, {
        mutationFn: () => Promise.reject(new ApiError(status, { code: 'sold', detail: 'It is sold.' })),
        meta,
      })
      .execute('Ann')
      .catch(() => {});
  await fail(409, failsAs("It wasn't saved"));
  await fail(409, failsWith('Failed to save.'));
  await fail(409, failsUnlessRefused('Failed to save.'));
  await fail(500, failsUnlessRefused('Failed to save.'));
  await fail(409, { failure: (error, name) => [(error as ApiError).code, String(name)] });
  await fail(409, {});
  expect(shown).toEqual([
    ["It wasn't saved", 'It is sold.'],
    ['Error', 'Failed to save.'],
    ['Error', 'It is sold.'],
    ['Error', 'Failed to save.'],
    ['Ann', 'sold'],
  ]);
});

describe('while the server is away', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  let isAway = true;
  const fetched = vi.fn(async () => {
    if (isAway) throw new TypeError('Failed to fetch');
    return 'there';
  });

  beforeEach(() => {
    isAway = true;
    page.visibilityState = 'visible';
    fetched.mockClear();
    vi.stubGlobal('document', page);
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  });

  function watch() {
    const queries = createQueryClient();
    retryAfterOutages(queries);
    return watchQuery(fetched, queries);
  }

  it('fetches what is shown after growing pauses, until the server is back', async () => {
    const watched = watch();
    await vi.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000);
    expect(fetched).toHaveBeenCalledTimes(4);
    isAway = false;
    await vi.advanceTimersByTimeAsync(16_000);
    expect(watched.getCurrentResult().data).toBe('there');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(fetched).toHaveBeenCalledTimes(5);
  });

  it('fetches nothing while the page is hidden, and at once when it is shown', async () => {
    const watched = watch();
    await vi.advanceTimersByTimeAsync(0);
    page.visibilityState = 'hidden';
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    isAway = false;
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(watched.getCurrentResult().data).toBe('there');
  });

  it('waits as long as the server asks for', async () => {
    fetched.mockRejectedValueOnce(new ApiError(503, { code: 'service-unavailable', detail: '' }, 20));
    isAway = false;
    const watched = watch();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(watched.getCurrentResult().isError).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watched.getCurrentResult().data).toBe('there');
  });
});
