import type { Page } from '#platform/shared/define-endpoints.ts';
import { toPage } from '#platform/server/keyset.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { ListFilters } from '../filters/filter-conditions.ts';
import { readCappedList } from './cap-unverified-sellers.ts';
import { type ListPaging, cursorAfter, readCursor } from './list-cursor.ts';
import { type ListedRow, type ListRequest, readListings, type SearchedIsbns } from './read-listings.ts';

type ListReading = {
  read?: (request: ListRequest) => Promise<ListedRow[]>;
  isbns?: SearchedIsbns | undefined;
};

/**
 * One page of the listings that pass the filters: boosted first, then the newest, or by price. `read`: those
 * of a search. By price, and behind the copies of an ISBN, listings of unverified sellers are not deferred: the
 * user has chosen that order.
 */
export async function listBooks(
  database: ReadableDatabase,
  filters: ListPaging & ListFilters,
  now: Date,
  { read = (request) => readListings(database, request), isbns }: ListReading = {},
): Promise<Page<ListedRow>> {
  const { cursor: start, now: snapshotAt } = readCursor(filters, now);
  const toCursor = (last: ListedRow) => cursorAfter(last, snapshotAt, filters.sort);
  const requestOf = (limit: number): ListRequest => ({
    filters: { ...filters, limit },
    start,
    snapshotAt,
    now,
    ...(isbns && { isbns }),
  });
  const readPage = async (limit: number) => toPage(await read(requestOf(limit)), limit, toCursor);
  const page =
    filters.sort === 'price' || isbns !== undefined
      ? await readPage(filters.limit)
      : await readCappedList({
          paging: filters,
          start,
          toCursor,
          read: readPage,
          readCapped: () => read({ ...requestOf(filters.limit), isCapped: true }),
        });
  return page.items[0]?.matchesAnyWord === true ? { ...page, isNear: true } : page;
}
