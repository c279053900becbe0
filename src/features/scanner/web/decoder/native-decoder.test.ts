import { afterEach, expect, test, vi } from 'vitest';
import { createNativeDecoder } from './native-decoder.ts';

const stub = (getSupportedFormats: () => Promise<string[]>) => {
  const opened: { formats: readonly string[] }[] = [];
  class BarcodeDetector {
    static getSupportedFormats = getSupportedFormats;
    constructor(options: { formats: readonly string[] }) {
      opened.push(options);
    }
    detect = () => Promise.resolve([{ format: 'ean_13', rawValue: '9780262046305' }]);
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector);
  return opened;
};
afterEach(() => vi.unstubAllGlobals());

test('a browser that reads the format decodes without our code, and tells other codes', async () => {
  const opened = stub(() => Promise.resolve(['ean_13', 'qr_code', 'unknown']));
  const decoder = await createNativeDecoder('ean_13');
  expect(opened).toEqual([{ formats: ['ean_13', 'qr_code'] }]);
  expect(await decoder?.decode({} as ImageData)).toEqual([{ format: 'ean_13', text: '9780262046305' }]);
});

test.each([
  ['knows no format', () => Promise.resolve([])],
  ['knows others', () => Promise.resolve(['qr_code'])],
  ['rejects', () => Promise.reject(new Error('Service unavailable'))],
])('a browser that has the class and %s does not', async (_, getSupportedFormats) => {
  stub(getSupportedFormats);
  expect(await createNativeDecoder('ean_13')).toBeNull();
});

test('neither does a browser without the class', async () => {
  expect(await createNativeDecoder('ean_13')).toBeNull();
});
