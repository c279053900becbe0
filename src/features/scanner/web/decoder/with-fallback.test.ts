import { expect, test, vi } from 'vitest';
import type { Decoder } from './decoder.ts';
import { withFallback } from './with-fallback.ts';

const code = { format: 'ean_13', text: '9780262046305' };
const picture = {} as ImageData;
const failing = (): Decoder => ({ decode: () => Promise.reject(new Error('No service')), close: vi.fn() });
const working = (): Decoder => ({ decode: vi.fn(() => Promise.resolve([code])), close: vi.fn() });

test('a decoder that works is the only one', async () => {
  const [first, openNext] = [working(), vi.fn()];
  const decoder = withFallback(first, openNext);
  expect(await decoder.decode(picture)).toEqual([code]);
  decoder.close();
  expect(first.close).toHaveBeenCalledOnce();
  expect(openNext).not.toHaveBeenCalled();
});

test('after a failure the next one decodes, also the picture that failed', async () => {
  const [first, next] = [failing(), working()];
  const openNext = vi.fn(() => Promise.resolve(next));
  const decoder = withFallback(first, openNext);
  expect(await Promise.all([decoder.decode(picture), decoder.decode(picture)])).toEqual([[code], [code]]);
  expect(openNext).toHaveBeenCalledOnce();
  expect(first.close).toHaveBeenCalledOnce();
  decoder.close();
  await vi.waitFor(() => expect(next.close).toHaveBeenCalledOnce());
});

test('one that opens after the end is closed', async () => {
  const next = working();
  const { promise, resolve } = Promise.withResolvers<Decoder>();
  const decoder = withFallback(failing(), () => promise);
  const decoded = decoder.decode(picture);
  await Promise.resolve();
  decoder.close();
  resolve(next);
  await decoded;
  expect(next.close).toHaveBeenCalled();
});
