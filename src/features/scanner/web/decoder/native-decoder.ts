import type { ScannedCode, ScanFormat } from '../../rules.ts';
import type { Decoder } from './decoder.ts';

/** The part of the API that the DOM library's types lack. */
type NativeDetector = {
  detect(picture: ImageData): Promise<{ format: string; rawValue: string }[]>;
};
type NativeDetectorClass = {
  new (options: { formats: readonly string[] }): NativeDetector;
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
        (await detector.detect(picture)).map(({ format: found, rawValue: text }): ScannedCode => ({
          format: found,
          text,
        })),
      close: () => {},
    };
  } catch {
    return null;
  }
}
