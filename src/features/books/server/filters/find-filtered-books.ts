import type { Page } from '#platform/shared/define-endpoints.ts';
import type { Paging } from '#platform/server/keyset.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { Book } from '../../contract.ts';
import type { BookFilters } from '../../filters.ts';
import { listBooks } from '../list-books.ts';
import type { Corrections } from '../search/correction-slots.ts';
import { searchBooks } from '../search/search-books.ts';
import { isRestricted } from './filter-conditions.ts';
import { listFilteredBooks } from './list-filtered-books.ts';

/** The ISBNs of a course's reading list. */
export type CourseIsbns = (database: ReadableDatabase, code: string) => Promise<readonly string[]>;

type Reading = { present: Date; corrections: Corrections; courseIsbns: CourseIsbns };

/** One page of the active listings that pass the filters. */
export async function findFilteredBooks(
  database: ReadableDatabase,
  { search, course: code, ...others }: Paging & BookFilters,
  { present, corrections, courseIsbns }: Reading,
): Promise<Page<Book>> {
  const course = code === undefined ? undefined : { code, isbns: await courseIsbns(database, code) };
  const filters = { ...others, course };
  if (search !== undefined) return searchBooks(database, { ...filters, search }, present, corrections);
  return isRestricted(filters) || filters.sort === 'price'
    ? listFilteredBooks(database, filters, present)
    : listBooks(database, filters, present);
}
