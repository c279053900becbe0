import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLiveMessage, useRefetchWhenMissed } from '#features/live/web/public.ts';
import { spreadByKey } from '#platform/web/spread-by-key.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { BOOK_REFETCH_SPREAD_MS } from '../rules.ts';
import { invalidateBooks, refetchBook } from './invalidate-books.ts';

/** Fetches shown books again when they have changed, or when changes may have been missed. */
export function useLiveBooks(): void {
  const queries = useQueryClient();
  const transport = useTransport();
  useChangedBooks((bookId) => void refetchBook(queries, transport, bookId));
  useRefetchWhenMissed(() => void invalidateBooks(queries));
}

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
