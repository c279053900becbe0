import { z } from 'zod';
import { isAvailableSql, isListedSql } from '#features/books/server/public.ts';
import { acceptedIsbnsSql, REQUIRED_BOOKS_SQL } from '#features/courses/server/public.ts';
import { countWantersSql } from '#features/wanted/server/public.ts';
import { decodeCursor, encodeCursor, type Paging } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { CoveredCourse, CoverageTotals, MissingBook, SoughtBook } from '../contract.ts';
import { type CoverageOrder, MAX_PRINTED_BOOKS } from '../rules.ts';

type Context = Pick<ServerContext, 'database' | 'clock' | 'mailer'>;

/** SQL: whether there is a copy of a required book, `book`, or of another edition that its course accepts. */
const hasCopySql = (book: string, isCopySql: string): string =>
  `EXISTS (SELECT FROM (${acceptedIsbnsSql(book)}) accepted JOIN books b ON b.isbn = accepted.isbn
    WHERE b.isbn IS NOT NULL AND ${isCopySql})`;

type Row = MissingBook & {
  code: string;
  writtenCode: string;
  courseTitle: string;
  term: string | null;
  isCovered: boolean;
};

/** Each required book of each course, in the order of the lists. */
async function readRequiredBooks({ database, clock, mailer }: Context): Promise<Row[]> {
  const { rows } = await database.pool.query<Row>({
    name: `required-books-${mailer.kind}`,
    text: `SELECT r.code, r.written_code AS "writtenCode", r.course_title AS "courseTitle", r.term,
        r.isbn, r.title, r.author, r.edition, r.is_covered AS "isCovered",
        NOT r.is_covered AND ${hasCopySql('r', isListedSql('b', '$1'))} AS "isReserved",
        CASE WHEN r.is_covered THEN 0 ELSE (${countWantersSql({ isbn: 'r.isbn', code: 'r.code' }, mailer)})::int END AS "wantedCount"
      FROM (SELECT l.*, ${hasCopySql('l', isAvailableSql('b', '$1'))} AS is_covered FROM (${REQUIRED_BOOKS_SQL}) l) r
      ORDER BY r.code, r.place, r.isbn`,
    values: [clock.now()],
  });
  return rows;
}

const mostWantedFirst = (one: MissingBook, other: MissingBook) => other.wantedCount - one.wantedCount;

const toMissingBook = ({ isbn, title, author, edition, wantedCount, isReserved }: Row): MissingBook => ({
  isbn,
  title,
  author,
  edition,
  wantedCount,
  isReserved,
});

type MeasuredCourse = CoveredCourse & { key: string };

/** All courses with required books, by code. */
export async function measureCourses(context: Context): Promise<MeasuredCourse[]> {
  const byCourse = Map.groupBy(await readRequiredBooks(context), ({ code }) => code);
  return [...byCourse].map(([key, books]) => ({
    key,
    code: books[0]!.writtenCode,
    title: books[0]!.courseTitle,
    term: books[0]!.term,
    requiredCount: books.length,
    coveredCount: books.filter(({ isCovered }) => isCovered).length,
    missing: books
      .filter(({ isCovered }) => !isCovered)
      .map(toMissingBook)
      .toSorted(mostWantedFirst),
  }));
}

/** More than a course can have books. */
const BOOKS_OF_ANY_COURSE = 1_000;

/** What a course is ordered by: the smaller comes first. Among equally wanted ones, those that lack most do. */
const rankOf: Record<CoverageOrder, (course: CoveredCourse) => number> = {
  wanted: ({ missing }) =>
    -missing.reduce((sum, { wantedCount }) => sum + wantedCount * BOOKS_OF_ANY_COURSE, missing.length),
  'least-covered': ({ coveredCount, requiredCount }) => coveredCount / requiredCount,
  code: () => 0,
};

const place = z.strictObject({ rank: z.number(), key: z.string().max(100) });
type Place = z.infer<typeof place>;

const isBehind = (one: Place, other: Place) =>
  one.rank > other.rank || (one.rank === other.rank && one.key > other.key);

/** One page of the courses with required books. */
export async function listCoverage(
  context: Context,
  { order, limit, cursor }: Paging & { order: CoverageOrder },
): Promise<Page<CoveredCourse>> {
  const after = cursor === undefined ? null : decodeCursor(cursor, place);
  const ranked = (await measureCourses(context))
    .map((course) => ({ course, at: { rank: rankOf[order](course), key: course.key } }))
    .filter(({ at }) => after === null || isBehind(at, after))
    .toSorted((one, other) => (isBehind(one.at, other.at) ? 1 : -1));
  const shown = ranked.slice(0, limit);
  const items = shown.map(({ course: { key: _sortKey, ...course } }) => course);
  return { items, next: ranked.length > limit ? encodeCursor(shown.at(-1)!.at) : null };
}

export async function countCoverage(context: Context): Promise<CoverageTotals> {
  const rows = await readRequiredBooks(context);
  const count = (books: readonly Row[]) => new Set(books.map(({ isbn }) => isbn)).size;
  return {
    courses: new Set(rows.map(({ code }) => code)).size,
    requiredBooks: count(rows),
    coveredBooks: count(rows.filter(({ isCovered }) => isCovered)),
  };
}

/** Each book once. Of a book of several courses the largest number of people counts, because they may be the same. */
export async function listSoughtBooks(context: Context): Promise<SoughtBook[]> {
  const missing = (await readRequiredBooks(context)).filter(({ isCovered }) => !isCovered);
  return [...Map.groupBy(missing, ({ isbn }) => isbn).values()]
    .map((rows) => ({
      ...toMissingBook(rows.find(({ title }) => title !== null) ?? rows[0]!),
      wantedCount: Math.max(...rows.map(({ wantedCount }) => wantedCount)),
      courses: rows.map(({ writtenCode }) => writtenCode),
    }))
    .toSorted(mostWantedFirst)
    .slice(0, MAX_PRINTED_BOOKS);
}
