import { z } from 'zod';
import { searchWords } from '#features/books/search-words.ts';
import { type ListedBookRow, withNames } from './with-names.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import { decodeCursor, encodeCursor, type Paging, rowsForPage, toPage } from '#platform/server/keyset.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import { courseProblem, type CourseDetails, type CourseSummary } from '../contract.ts';
import { spellCourse } from '../rules.ts';
import { editionsSql, type ListedEdition, toBookAvailability } from './accepted-editions.ts';
import { isTaggedCourse } from './is-tagged-course.ts';

export const COUNT_COURSES_SQL = '(SELECT count(*) FROM courses)';

type SummaryRow = {
  code: string;
  written_code: string;
  title: string;
  term: string | null;
  book_count: number;
};

/** A code as courses are stored: letters and digits. */
const startAfter = z.strictObject({ code: z.string().regex(/^[\p{L}\p{Nd}]{1,40}$/u) });

/** One page of the courses in order of their codes; with a search those that match it. */
export async function listCourses(
  database: ReadableDatabase,
  { search = '', limit, cursor }: Paging & { search?: string | undefined },
): Promise<Page<CourseSummary>> {
  const after = cursor === undefined ? '' : decodeCursor(cursor, startAfter).code;
  const words = searchWords(search);
  const values: unknown[] = [after, rowsForPage(limit)];
  const prefix = codePrefix(search);
  if (words.length > 0) values.push(prefix, words, `${prefix}${LAST_CHARACTER}`);
  const { rows } = await database.pool.query<SummaryRow>({
    name: `list-courses-${words.length > 0 ? 'search' : 'all'}`,
    text: `SELECT c.code, c.written_code, c.title, c.term,
        (SELECT count(*) FROM course_books cb WHERE cb.course_code = c.code AND cb.left_at IS NULL) AS book_count
      FROM courses c
      WHERE c.code > $1 ${words.length === 0 ? '' : `AND ((c.code >= $3 AND c.code < $5) OR c.search_2 @@ ${TITLE_QUERY})`}
      ORDER BY c.code LIMIT $2`,
    values,
  });
  const page = toPage(rows, limit, ({ code }) => encodeCursor({ code }));
  return {
    items: page.items.map(({ written_code, title, term, book_count }) => ({
      code: written_code,
      title,
      term,
      bookCount: book_count,
    })),
    next: page.next,
  };
}

/** The character that sorts behind all codes with the same start. A plan for LIKE with a parameter uses no index. */
const LAST_CHARACTER = '\u{10FFFF}';

/** All words, the last one as a prefix. Quoted after `search_text_2`, which may add apostrophes. */
const TITLE_QUERY = `(SELECT to_tsquery('simple', string_agg(
    quote_literal(word) || CASE WHEN is_last AND length(word) > 1 THEN ':*' ELSE '' END, ' & ' ORDER BY part, at))
  FROM (SELECT word, part, at, row_number() OVER (ORDER BY part DESC, at DESC) = 1 AS is_last
    FROM unnest($4::text[]) WITH ORDINALITY AS given(text, part),
      regexp_split_to_table(search_text_2(given.text), '\\s+') WITH ORDINALITY AS split(word, at)
    WHERE word <> '') w)`;

/** The beginning of a code, which need not have its digits yet: letters and digits. */
const codePrefix = (search: string): string =>
  search
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{Nd}]/gu, '') || '-';

type BookRow = ListedBookRow & {
  editions: ListedEdition[];
  is_earlier: boolean;
  former_term: string | null;
};

/** A course with its reading list, if it has one. `code`: normalized. Throws 'course-not-found'. */
export async function getCourse(database: ReadableDatabase, code: string, now: Date): Promise<CourseDetails> {
  const { rows: found } = await database.pool.query<SummaryRow>({
    name: 'find-course',
    text: 'SELECT code, written_code, title, term FROM courses WHERE code = $1',
    values: [code],
  });
  const [course] = found;
  if (course === undefined) {
    if (!(await isTaggedCourse(database, code, now))) throw courseProblem('course-not-found');
    return { code: spellCourse(code, null), title: null, term: null, books: [], earlierBooks: [] };
  }
  const { rows } = await database.pool.query<BookRow>({
    name: 'find-reading-list',
    text: `SELECT cb.isbn, cb.title, cb.author, cb.edition, cb.requirement, cb.accepts, listed.editions,
        cb.left_at IS NOT NULL AS is_earlier, cb.former_term
      FROM course_books cb
      CROSS JOIN LATERAL (${editionsSql({ isbn: 'cb.isbn', now: '$2' })}) listed
      WHERE cb.course_code = $1
      ORDER BY cb.left_at DESC, cb.place, cb.isbn`,
    values: [code, now],
  });
  const books = (await withNames(database, rows)).map(({ editions, is_earlier, former_term, ...book }) => ({
    isEarlier: is_earlier,
    term: former_term,
    book: { ...book, ...toBookAvailability(book, editions) },
  }));
  return {
    code: course.written_code,
    title: course.title,
    term: course.term,
    books: books.filter(({ isEarlier }) => !isEarlier).map(({ book }) => book),
    earlierBooks: books.filter(({ isEarlier }) => isEarlier).map(({ book, term }) => ({ ...book, term })),
  };
}
