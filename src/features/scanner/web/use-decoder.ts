import { useEffect, useState } from 'react';
import type { ScanFormat } from '../rules.ts';
import type { Decoder } from './decoder/decoder.ts';
import { openDecoder } from './decoder/open-decoder.ts';

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
