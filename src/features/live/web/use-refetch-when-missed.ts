import { useEffect, useEffectEvent, useRef } from 'react';
import { useLiveMessage } from './use-live-message.ts';

/** All browsers that lost the connection at the same moment fetch again within this time. */
const REFETCH_JITTER_MS = 5_000;

/** Calls the handler after events were missed, at a moment that differs between browsers. */
export function useRefetchWhenMissed(handler: () => void): void {
  const refetch = useEffectEvent(handler);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLiveMessage('missed', () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(refetch, Math.random() * REFETCH_JITTER_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
