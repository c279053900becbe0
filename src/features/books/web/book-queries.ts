import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { apiClient, type Page, type Transport } from '#platform/shared/define-endpoints.ts';
import { pagedQuery } from '#platform/web/paged-query.ts';
import type { Book, BookEndpoints, OwnBook } from '../contract.ts';
import { type BookFilters, formatFilters } from '../filters.ts';
import { isEnding } from '../rules.ts';

/** Home's list: every page of one search and its filters. */
export const bookListQuery = (transport: Transport, filters: BookFilters) =>
  pagedQuery({
    queryKey: ['books', 'list', filters] as const,
    fetchPage: (page, options) =>
      apiClient<BookEndpoints>(transport).page(
        'GET /api/books',
        {
          query: {
            ...Object.fromEntries(formatFilters(filters)),
            ...page,
          },
        },
        options,
      ),
  });

/** The prefetched result for a book that does not exist, so that the browser does not request it again. */
export const absentBook = null;

export const bookQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: ['books', 'one', id] as const,
    queryFn: ({ signal }): Promise<OwnBook | typeof absentBook> =>
      apiClient<BookEndpoints>(transport).call('GET /api/books/:id', { params: { id } }, { signal }),
  });

/** The user's own listing, which only they see while it is hidden. */
export const ownBookQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: ['books', 'mine', id] as const,
    queryFn: ({ signal }): Promise<OwnBook> =>
      apiClient<BookEndpoints>(transport).call('GET /api/books/mine/:id', { params: { id } }, { signal }),
  });

const tappedKey = ['books', 'tapped'] as const;

/** Asks for a listing whose card was tapped, and keeps what the card knows of it for its page. */
export function openBook(queries: QueryClient, transport: Transport, book: Book): void {
  queries.setQueryData(tappedKey, book);
  void queries.prefetchQuery(bookQuery(transport, book.id));
}

/** The listing as a cached list or the tapped card has it, shown until its own response arrives. */
export function findBookInLists(queries: QueryClient, id: string): Book | undefined {
  for (const [, list] of queries.getQueriesData<InfiniteData<Page<Book>>>({ queryKey: ['books', 'list'] })) {
    const found = list?.pages.flatMap((page) => page.items).find((book) => book.id === id);
    if (found !== undefined) return found;
  }
  const tapped = queries.getQueryData<Book>(tappedKey);
  return tapped?.id === id ? tapped : undefined;
}

/** The listing as any fetched data has it. */
export const findCachedBook = (queries: QueryClient, id: string): Book | undefined =>
  queries.getQueryData<Book | typeof absentBook>(['books', 'one', id]) ?? findBookInLists(queries, id);

export const booksOfUserQuery = (transport: Transport, userId: string) =>
  pagedQuery({
    queryKey: ['books', 'of-user', userId] as const,
    fetchPage: (page, options) =>
      apiClient<BookEndpoints>(transport).page(
        'GET /api/books/user/:userId',
        { params: { userId }, query: page },
        options,
      ),
  });

/** The user's listings that end first, and those that were among them until they were renewed or sold. */
export const endingBooksQuery = (transport: Transport, userId: string, limit: number) =>
  infiniteQueryOptions({
    queryKey: ['books', 'of-user', userId, 'ending', limit] as const,
    queryFn: async ({ client, queryKey, signal }): Promise<Page<Book>> => {
      const { items } = await apiClient<BookEndpoints>(transport).page(
        'GET /api/books/user/:userId',
        { params: { userId }, query: { sort: 'ending', limit } },
        { signal },
      );
      const before = client.getQueryData<InfiniteData<Page<Book>>>(queryKey)?.pages[0]?.items ?? [];
      const now = new Date();
      const settled = before.filter(
        (book) => !isEnding(book, now) && !items.some(({ id }) => id === book.id),
      );
      return { items: [...items, ...settled], next: null };
    },
    initialPageParam: null,
    getNextPageParam: () => null,
  });

/** How many listings pass the filters; if none does, without which filters some would. */
export const bookCountQuery = (transport: Transport, filters: BookFilters) =>
  queryOptions({
    queryKey: ['books', 'count', filters] as const,
    queryFn: ({ signal }) =>
      apiClient<BookEndpoints>(transport).call(
        'GET /api/books/count',
        { query: Object.fromEntries(formatFilters(filters)) },
        { signal },
      ),
  });
