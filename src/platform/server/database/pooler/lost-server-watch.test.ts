import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LostServerWatch } from './lost-server-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['is lost', { code: 'ECONNREFUSED', syscall: 'connect' }, 1],
  ['may be there, if this machine cannot ask it', { code: 'EMFILE', syscall: 'connect' }, 0],
  ['may be there, if its name is not found', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }, 0],
])('a silent server %s', async (_, fields, times) => {
  const onLost = vi.fn<(cause: unknown) => void>();
  const probe = vi
    .fn<() => Promise<void>>()
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(Object.assign(new Error('failed'), fields))
    .mockResolvedValue();
  const watch = new LostServerWatch({ probe, isWaiting: () => true, onLost });
  watch.start();
  await vi.advanceTimersByTimeAsync(1_300);
  watch.stop();
  expect(probe.mock.calls.length).toBeGreaterThan(1);
  expect(onLost).toHaveBeenCalledTimes(times);
});
