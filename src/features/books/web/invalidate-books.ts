import type { QueryClient } from '@tanstack/react-query';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import type { Book } from '../contract.ts';
import { findBookInLists, bookQuery } from './book-queries.ts';
import { updateBookLists, withBookReplaced, withoutBook } from './listing-cache.ts';

/** After a change of the user's own listings: refetches the visible lists. */
export async function invalidateOwnBook(
  queries: QueryClient,
  changed: { id: string; book?: Book },
): Promise<void> {
  if (changed.book === undefined) await queries.invalidateQueries({ queryKey: ['books', 'one', changed.id] });
  else queries.setQueryData(['books', 'one', changed.id], changed.book);
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['books', 'list'] }),
    queries.invalidateQueries({ queryKey: ['books', 'of-user'] }),
  ]);
}

/**
 * After a change of any listing: a browser that shows it refetches this one listing. If a whole campus
 * refetched its lists at every change, the server would be overloaded.
 */
export async function refetchBook(queries: QueryClient, transport: Transport, id: string): Promise<void> {
  const one = bookQuery(transport, id);
  if (queries.getQueryData(one.queryKey) === undefined && findBookInLists(queries, id) === undefined) return;
  const book = await queries.fetchQuery({ ...one, staleTime: 0 }).catch(() => null);
  updateBookLists(queries, (list) => (book?.isActive ? withBookReplaced(list, book) : withoutBook(list, id)));
}

/** After missed changes: refetches visible queries now, all others when they are next shown. */
export const invalidateBooks = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['books'] });
