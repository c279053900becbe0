import { useEffect, useRef } from 'react';

/** Aborts a pending submit when the form unmounts. A paused request must not create a listing hours later. */
export function useUnmountSignal(): () => AbortSignal {
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);
  return () => (sending.current = new AbortController()).signal;
}
