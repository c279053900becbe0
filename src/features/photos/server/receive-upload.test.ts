import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withUploadedFile } from './receive-upload.ts';

test('an upload whose file cannot be opened rejects, and nothing else fails after it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const rejections: unknown[] = [];
  const listen = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', listen);
  onTestFinished(() => void process.off('unhandledRejection', listen));
  const rate = { graceMs: 100, bytesPerSecond: 1_000 };
  const upload = withUploadedFile('/missing', Readable.from([Buffer.from('a')]), rate, () =>
    Promise.resolve('used'),
  );
  await expect(upload).rejects.toThrow('ENOENT');
  vi.advanceTimersByTime(1_000);
  await nextTurn();
  expect({ timers: vi.getTimerCount(), rejections }).toEqual({ timers: 0, rejections: [] });
});
