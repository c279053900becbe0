import type { Page } from '#platform/shared/define-endpoints.ts';
import { foldLetters } from '#platform/shared/letters/fold-text.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import { toIsbn13 } from '../../isbn.ts';
import { toCourseCode } from '../../course-code.ts';
import type { BookFilters } from '../../filters.ts';
import type { ListPaging } from '../list/list-cursor.ts';
import { listBooks } from '../list/list-books.ts';
import type { ListedRow } from '../list/read-listings.ts';
import type { BookWorks } from '../works/book-works.ts';
import type { Corrections } from '../search/correction-slots.ts';
import { searchBooks } from '../search/search-books.ts';

/** The ISBNs of a course's reading list; null for a course that nobody has imported. */
export type CourseIsbns = (database: ReadableDatabase, code: string) => Promise<readonly string[] | null>;

type Reading = {
  now: Date;
  corrections: Corrections;
  courseIsbns: CourseIsbns;
  works: Pick<BookWorks, 'hasOtherIsbns' | 'isbnsOfWorkSql'>;
};

/**
 * One page of the active listings that pass the filters. A search for the code of a course with a reading
 * list finds its listings, as the filter does. For another code it finds those tagged with it beside those
 * that match the words. Behind the copies of an ISBN are those of the other editions of its work.
 */
export async function findFilteredBooks(
  database: ReadableDatabase,
  { search: words, course: chosen, ...others }: ListPaging & BookFilters,
  { now, corrections, courseIsbns, works }: Reading,
): Promise<Page<ListedRow>> {
  const code = chosen ?? toCourseCode(words ?? '') ?? undefined;
  const isbns = code === undefined ? null : await courseIsbns(database, code);
  const isSearched = chosen === undefined && isbns !== null;
  const search = isSearched ? undefined : words;
  const course =
    code === undefined || (chosen === undefined && !isSearched) ? undefined : { code, isbns: isbns ?? [] };
  const filters = { ...others, course };
  const isbn = toIsbn13(foldLetters(search ?? ''));
  if (isbn !== null && (await works.hasOtherIsbns(database, isbn))) {
    const isbns = { exact: isbn, ofWorkSql: works.isbnsOfWorkSql };
    return listBooks(database, filters, now, { isbns });
  }
  if (search !== undefined) {
    const tag = chosen === undefined ? code : undefined;
    return searchBooks(database, { ...filters, search }, { now, corrections, tag });
  }
  return listBooks(database, filters, now);
}
