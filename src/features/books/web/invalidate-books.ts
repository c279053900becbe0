import type { QueryClient } from '@tanstack/react-query';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import type { Book } from '../contract.ts';
import { findBookInLists, bookQuery } from './book-queries.ts';
import { updateBookLists, withBookReplaced, withoutBook } from './listing-cache.ts';

/** The person's own listing has changed, or is new: lists are fetched again where they are on screen. */
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
 * Somebody's listing has changed. Only who has it in front of them asks, and for this one listing: a whole campus that fetched
 * its lists again at every change would be a flood.
 */
export async function refetchBook(queries: QueryClient, transport: Transport, id: string): Promise<void> {
  const one = bookQuery(transport, id);
  if (queries.getQueryData(one.queryKey) === undefined && findBookInLists(queries, id) === undefined) return;
  const book = await queries.fetchQuery({ ...one, staleTime: 0 }).catch(() => null);
  updateBookLists(queries, (list) => (book?.isActive ? withBookReplaced(list, book) : withoutBook(list, id)));
}

/** Changes may have been missed: what is on screen is fetched again, everything else when it is next shown. */
export const invalidateBooks = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['books'] });
