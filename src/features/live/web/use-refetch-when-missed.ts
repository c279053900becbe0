import { useEffect, useEffectEvent, useState } from 'react';
import { useLiveMessage } from './use-live-message.ts';

/** All browsers that lost the connection at the same moment fetch again within this time. */
const REFETCH_JITTER_MS = 5_000;

/** Calls the handler after events were missed, at a moment that differs between browsers. */
export function useRefetchWhenMissed(handler: () => void): void {
  const refetch = useEffectEvent(handler);
  const [gaps, setGaps] = useState(0);
  useLiveMessage('missed', () => setGaps((count) => count + 1));
  useEffect(() => {
    if (gaps === 0) return undefined;
    const timer = setTimeout(() => refetch(), Math.random() * REFETCH_JITTER_MS);
    return () => clearTimeout(timer);
  }, [gaps]);
}
