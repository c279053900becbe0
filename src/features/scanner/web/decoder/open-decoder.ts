import type { ScanFormat } from '../../rules.ts';
import type { Decoder } from './decoder.ts';
import { createNativeDecoder } from './native-decoder.ts';
import { withFallback } from './with-fallback.ts';
import { createZbarDecoder } from './zbar-decoder.ts';

/** The browser's decoder where it reads the format, else ours. Throws if that cannot be loaded. */
export async function openDecoder(format: ScanFormat): Promise<Decoder> {
  const native = await createNativeDecoder(format);
  return native === null ? createZbarDecoder() : withFallback(native, createZbarDecoder);
}
