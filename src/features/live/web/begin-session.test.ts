import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginSession } from './begin-session.ts';
import { type LiveSession, LiveStore } from './live-store.ts';

const failedImport = new TypeError('Failed to fetch dynamically imported module: /live.js');
const logged = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.spyOn(console, 'warn').mockImplementation(logged);
  logged.mockClear();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A session whose code cannot be loaded at first. */
function beginLate(failures: readonly unknown[]) {
  const left = [...failures];
  const session: LiveSession = { send: () => false, stop: vi.fn() };
  const start = vi.fn(() => session);
  const load = vi.fn(async () => {
    if (left.length > 0) throw left.shift();
    return start;
  });
  const live = new LiveStore();
  return { end: beginSession(live, 'maya', load), live, load, session, start };
}

it('loads the session again after failed imports, without a log line', async () => {
  const { end, load, start } = beginLate([failedImport, failedImport]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(start).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(start).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(3);
  expect(logged).not.toHaveBeenCalled();
  end();
});

it('knows the user before the session has loaded', async () => {
  const { end, live } = beginLate([failedImport]);
  const users: unknown[] = [live.userId];
  live.onUserChange((userId) => users.push(userId));
  end();
  expect(users).toEqual(['maya', null]);
  await vi.advanceTimersByTimeAsync(0);
});

it('begins no session after its end', async () => {
  const { end, load, start } = beginLate([failedImport]);
  await vi.advanceTimersByTimeAsync(1_000);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(1);
  expect(start).not.toHaveBeenCalled();
});

it('logs every other error', async () => {
  const { end, load, session, start } = beginLate([new ReferenceError('no')]);
  start.mockImplementation(() => {
    throw new Error('never');
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(logged.mock.calls.map(([text]) => text as string)).toEqual([
    'The code of the socket could not be loaded',
    'The live session could not be started',
  ]);
  end();
  expect(session.stop).not.toHaveBeenCalled();
});
