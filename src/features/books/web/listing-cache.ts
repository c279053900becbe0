import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { Book } from '../contract.ts';
import type { BookFilters } from '../filters.ts';
import { isBoosted } from '../rules.ts';

export type BookPages = InfiniteData<Page<Book>, string | null>;

const mapItems = (data: BookPages, map: (items: Book[], page: Page<Book>) => Book[]): BookPages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: map(page.items, page) })),
});

export const withoutBook = (data: BookPages, id: string): BookPages =>
  mapItems(data, (items) => items.filter((item) => item.id !== id));

export const withBookReplaced = (data: BookPages, book: Book): BookPages =>
  mapItems(data, (items) => items.map((item) => (item.id === book.id ? book : item)));

/** Puts a restored book back in its place, the newest first, unless the page of that place is not loaded. */
export function withBookRestored(data: BookPages, book: Book): BookPages {
  const key = ({ createdAt, id }: Book) => `${createdAt} ${id}`;
  const at = data.pages.findIndex(
    (page) => page.next === null || page.items.some((item) => key(item) < key(book)),
  );
  const target = data.pages[at];
  return mapItems(withoutBook(data, book.id), (items, page) => {
    if (target === undefined || page.next !== target.next) return items;
    const before = items.findIndex((item) => key(item) < key(book));
    return before < 0 ? [...items, book] : items.toSpliced(before, 0, book);
  });
}

/** Puts a new book on top of a list, below the boosted ones. */
export function withNewBook(data: BookPages, book: Book, now: Date): BookPages {
  const [first, ...others] = data.pages;
  if (first === undefined) return data;
  const before = first.items.findIndex((item) => !isBoosted(item, now));
  const at = before < 0 ? first.items.length : before;
  return { ...data, pages: [{ ...first, items: first.items.toSpliced(at, 0, book) }, ...others] };
}

const edit = (
  queries: QueryClient,
  queryKey: readonly unknown[],
  change: (data: BookPages) => BookPages,
): void => {
  queries.setQueriesData<BookPages>({ queryKey }, (data) => (data === undefined ? undefined : change(data)));
};

/** Changes every cached list, with any filters. */
export const updateBookLists = (queries: QueryClient, change: (data: BookPages) => BookPages): void =>
  edit(queries, ['books', 'list'], change);

/** Changes the cached listings of one seller. */
export const updateListingsOfSeller = (
  queries: QueryClient,
  sellerId: string,
  change: (data: BookPages) => BookPages,
): void => edit(queries, ['books', 'of-user', sellerId], change);

/** Shows a new listing immediately in its lists, which are refetched anyway. */
export function showNewBook(queries: QueryClient, book: Book, now: Date): void {
  const lists: BookFilters[] = [{}, { subject: book.subject }];
  for (const filters of lists) {
    queries.setQueryData<BookPages>(
      ['books', 'list', filters],
      (data) => data && withNewBook(data, book, now),
    );
  }
  updateListingsOfSeller(queries, book.sellerId, (data) => withBookRestored(data, book));
}
