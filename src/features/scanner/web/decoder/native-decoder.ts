import type { ScanFormat } from '../../rules.ts';
import type { Decoder } from './decoder.ts';

/** The part of the API that the DOM library's types lack. */
type NativeDetectorClass = {
  new (options: { formats: readonly string[] }): {
    detect(picture: ImageData): Promise<{ format: string; rawValue: string }[]>;
  };
  getSupportedFormats(): Promise<string[]>;
};

/** Null where the browser has no decoder. Some have the class only: it rejects, or knows no format. */
export async function createNativeDecoder(format: ScanFormat): Promise<Decoder | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  if (BarcodeDetector === undefined) return null;
  try {
    const formats = (await BarcodeDetector.getSupportedFormats()).filter((name) => name !== 'unknown');
    if (!formats.includes(format)) return null;
    // All of them, so that another code is recognized as such.
    const detector = new BarcodeDetector({ formats });
    return {
      decode: async (picture) =>
        (await detector.detect(picture)).map((code) => ({ format: code.format, text: code.rawValue })),
      close: () => {},
    };
  } catch {
    return null;
  }
}
