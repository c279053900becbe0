import { useEffect, useRef } from 'react';

/**
 * For each sending a signal that is given when the form is left, and never before: a post that waits for the
 * connection is not to be listed hours later, when nobody thinks of it any more.
 */
export function useUnmountSignal(): () => AbortSignal {
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);
  return () => (sending.current = new AbortController()).signal;
}
