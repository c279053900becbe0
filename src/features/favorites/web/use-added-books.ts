import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { findCachedBook } from '#features/books/web/public.ts';
import type { Book } from '#features/books/contract.ts';
import type { WantedFavorite } from './favorite-cache.ts';
import { useUnconfirmed } from './use-unconfirmed.ts';

/** The books being added that the list does not have yet. `unknownCount`: those not on this device. */
export function useAddedBooks(list: { listed: ReadonlySet<string>; isFetching: boolean }): {
  books: Book[];
  unknownCount: number;
} {
  const queries = useQueryClient();
  const added = useUnconfirmed(addedIds, '');
  const [shown, setShown] = useState('');
  // A confirmed favorite stays until the list is fetched with it.
  const next = list.isFetching ? joinIds(added, shown) : added;
  if (next !== shown) setShown(next);
  const ids = next.split(',').filter((id) => id !== '' && !list.listed.has(id));
  const books = ids.flatMap((id) => findCachedBook(queries, id) ?? []);
  return { books, unknownCount: ids.length - books.length };
}

/** The newest first, with commas between them. */
const addedIds = (wanted: ReadonlyMap<string, WantedFavorite>): string =>
  [...wanted.values()]
    .flatMap(({ bookId, favorited }) => (favorited ? bookId : []))
    .reverse()
    .join();

const joinIds = (one: string, other: string): string =>
  [...new Set([...one.split(','), ...other.split(',')])].filter((id) => id !== '').join();
