import type { QueryClient } from '@tanstack/react-query';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import type { Book } from '../contract.ts';
import { absentBook, findBookInLists, bookQuery, ownBookQuery } from './book-queries.ts';
import { isMissing } from '#platform/shared/is-missing.ts';
import {
  updateBookLists,
  updateListingsOfSeller,
  withBookReplaced,
  withoutBook,
  type BookPages,
} from './listing-cache.ts';

/** Shows a change of the user's own listings in cached lists, and refetches the visible ones. */
export async function invalidateOwnBook(
  queries: QueryClient,
  changed: { id: string; book?: Book },
): Promise<void> {
  const { id, book } = changed;
  if (book === undefined) await queries.invalidateQueries({ queryKey: ['books', 'one', id] });
  else {
    queries.setQueryData(['books', 'one', id], book);
    updateListingsOfSeller(queries, book.sellerId, (list) => withBookReplaced(list, book));
    updateBookLists(queries, (list) => withBookOnSale(list, book));
  }
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['books', 'mine', id] }),
    queries.invalidateQueries({ queryKey: ['books', 'list'] }),
    queries.invalidateQueries({ queryKey: ['books', 'count'] }),
    queries.invalidateQueries({ queryKey: ['books', 'of-user'] }),
  ]);
}

/** Refetches one changed listing that is shown: whole lists at every change would overload the server. */
export async function refetchBook(queries: QueryClient, transport: Transport, id: string): Promise<void> {
  const one = bookQuery(transport, id);
  const own = ownBookQuery(transport, id);
  const isShown = [one.queryKey, own.queryKey].some((key) => queries.getQueryData(key) !== undefined);
  if (!isShown && findBookInLists(queries, id) === undefined) return;
  const book = await queries.fetchQuery({ ...one, staleTime: 0 }).catch((error: unknown) => {
    // Its page does not show any longer what nobody may see.
    if (isMissing(error)) queries.setQueryData(one.queryKey, absentBook);
    return null;
  });
  void queries.invalidateQueries({ queryKey: own.queryKey });
  updateBookLists(queries, (list) => (book === null ? withoutBook(list, id) : withBookOnSale(list, book)));
}

/** Lists of everybody's books show only those on sale. */
const withBookOnSale = (list: BookPages, book: Book): BookPages =>
  book.isActive ? withBookReplaced(list, book) : withoutBook(list, book.id);

/** Refetches visible queries after missed changes, and the others when they are next shown. */
export const invalidateBooks = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['books'] });
