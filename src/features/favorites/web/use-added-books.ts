import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { findCachedBook } from '#features/books/web/public.ts';
import type { Book } from '#features/books/contract.ts';
import { unconfirmedFavorites } from './favorite-cache.ts';

/**
 * The books that are being added, which the list of the server does not have yet: while offline, until the
 * connection is back. `unknownCount`: those of which no data is on this device.
 */
export function useAddedBooks(list: { listed: ReadonlySet<string>; isFetching: boolean }): {
  books: Book[];
  unknownCount: number;
} {
  const queries = useQueryClient();
  const added = useSyncExternalStore(
    queries.getMutationCache().subscribe,
    () => addedIds(queries),
    () => '',
  );
  const [shown, setShown] = useState('');
  // A confirmed favorite stays until the list is fetched with it.
  const next = list.isFetching ? joinIds(added, shown) : added;
  if (next !== shown) setShown(next);
  const ids = next.split(',').filter((id) => id !== '' && !list.listed.has(id));
  const books = ids.flatMap((id) => findCachedBook(queries, id) ?? []);
  return { books, unknownCount: ids.length - books.length };
}

/** The newest first, with commas between them. */
const addedIds = (queries: QueryClient): string =>
  [...unconfirmedFavorites(queries).values()]
    .flatMap(({ bookId, favorited }) => (favorited ? bookId : []))
    .reverse()
    .join();

const joinIds = (one: string, other: string): string =>
  [...new Set([...one.split(','), ...other.split(',')])].filter((id) => id !== '').join();
