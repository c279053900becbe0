import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { removeStalePageNotice } from './remove-stale-page-notice.ts';

let isReady = false;
const asked: string[] = [];
const note = { remove: vi.fn() };
let shown: typeof note | null;

beforeEach(() => {
  vi.useFakeTimers();
  [isReady, shown] = [false, note];
  asked.length = 0;
  const page = Object.assign(new EventTarget(), { getElementById: () => shown });
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response(null, { status: isReady ? 200 : 503 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('fetches what an old page shows, and removes its line, once the server is back', async () => {
  const queries = new QueryClient();
  const invalidate = vi.spyOn(queries, 'invalidateQueries');
  removeStalePageNotice(queries);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(asked).toEqual(['/readyz', '/readyz']);
  expect(note.remove).not.toHaveBeenCalled();
  isReady = true;
  await vi.advanceTimersByTimeAsync(8_000);
  expect(invalidate).toHaveBeenCalledOnce();
  expect(note.remove).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(3);
});

it('does nothing on other pages', async () => {
  shown = null;
  removeStalePageNotice(new QueryClient());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
});
