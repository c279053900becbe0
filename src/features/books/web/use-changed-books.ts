import { useEffect, useEffectEvent, useRef } from 'react';
import { useLiveMessage } from '#features/live/web/public.ts';
import { spreadByKey } from '#platform/web/spread-by-key.ts';
import { BOOK_REFETCH_SPREAD_MS } from '../rules.ts';

/** Calls the handler with the id of each changed listing, at a moment that differs between browsers. */
export function useChangedBooks(handler: (bookId: string) => void): void {
  const onChange = useEffectEvent(handler);
  const spread = useRef<ReturnType<typeof spreadByKey>>(null);
  useEffect(() => {
    const own = spreadByKey(BOOK_REFETCH_SPREAD_MS, (bookId) => onChange(bookId));
    spread.current = own;
    return () => own.flush();
  }, []);
  useLiveMessage('book', ({ bookId }) => spread.current?.push(bookId));
}
