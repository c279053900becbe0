import { useEffect, useState } from 'react';
import type { ScanFormat } from '../rules.ts';
import type { Decoder } from './decoder/decoder.ts';
import { createNativeDecoder } from './decoder/native-decoder.ts';
import { withFallback } from './decoder/with-fallback.ts';
import { createZbarDecoder } from './decoder/zbar-decoder.ts';

/** The decoder, loaded with the scanner and closed with it; null until then. */
export function useDecoder(format: ScanFormat) {
  const [attempt, setAttempt] = useState(0);
  const [decoder, setDecoder] = useState<Decoder | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    const open = async () => {
      const opened = await openDecoder(format);
      if (over.signal.aborted) return opened.close();
      over.signal.addEventListener('abort', () => opened.close());
      setDecoder(opened);
    };
    open().catch(() => {
      if (!over.signal.aborted) setFailed(true);
    });
    return () => {
      over.abort();
      setDecoder(null);
    };
  }, [format, attempt]);
  return {
    decoder,
    hasFailed,
    retry: () => {
      setFailed(false);
      setAttempt((count) => count + 1);
    },
  };
}

/** The browser's decoder where it reads the format, else ours. Throws if that cannot be loaded. */
async function openDecoder(format: ScanFormat): Promise<Decoder> {
  const native = await createNativeDecoder(format);
  return native === null ? createZbarDecoder() : withFallback(native, createZbarDecoder);
}
