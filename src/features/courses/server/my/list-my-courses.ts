import { createHash } from 'node:crypto';
import { isAvailableSql } from '#features/books/server/public.ts';
import { blockedUsersSql, blockStateSql } from '#features/blocks/server/public.ts';
import type { PersonalCache } from '#platform/server/concurrency/personal-cache.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Clock } from '#platform/shared/clock.ts';
import type { Course, MyCourses } from '../../contract.ts';
import { type ListedBookRow, withNames } from '../with-names.ts';
import {
  acceptsEditionSql,
  editionsSql,
  type ListedEdition,
  toBookAvailability,
} from '../accepted-editions.ts';
import {
  acceptedFrom,
  type Accepts,
  MAX_BUNDLE_SELLERS,
  MAX_COMPARED_LISTINGS,
  spellCourse,
} from '../../rules.ts';
import { cheapestCopiesSql, editionsOfWorkSql } from '#features/editions/server/public.ts';

type CourseRow = {
  code: string;
  /** The code as its reading list writes it; null without a list. */
  written_code: string | null;
  title: string | null;
  term: string | null;
  block_state: string;
};

type ListRow = ListedBookRow & { course_code: string };

/** The listings of others for the books of a user's courses: numbers, and the listings of each bundle. */
export type CourseAvailability = {
  /** By ISBN. */
  editions: ReadonlyMap<string, ListedEdition[]>;
  bundles: readonly (readonly string[])[];
};

type MyCoursesContext = {
  database: Database;
  clock: Clock;
  availability: PersonalCache<CourseAvailability>;
};

/** The actor's courses with the listings of others, which may be a minute old; names are of this moment. */
export async function listMyCourses(
  { database, clock, availability: cache }: MyCoursesContext,
  actorId: string,
): Promise<MyCourses> {
  const { rows: taken } = await database.pool.query<CourseRow>({
    name: 'my-courses',
    text: `SELECT t.course_code AS code, c.written_code, c.title, c.term,
        ${blockStateSql('$1')} AS block_state
      FROM taken_courses t LEFT JOIN courses c ON c.code = t.course_code
      WHERE t.user_id = $1 ORDER BY t.created_at, t.course_code`,
    values: [actorId],
  });
  const codes = taken.map(({ code }) => code);
  const { rows: lists } = await database.pool.query<ListRow>({
    name: 'my-reading-lists',
    text: `SELECT course_code, isbn, title, author, edition, requirement, accepts
      FROM course_books WHERE course_code = ANY($1) AND left_at IS NULL ORDER BY place, isbn`,
    values: [codes],
  });
  const books = await withNames(database, lists);
  const listed = toListedBooks(books);
  const key = toHash([taken[0]?.block_state, listed]);
  const found = await cache.find(actorId, [key], async () => {
    const query = { books: listed, now: clock.now() };
    const editions = await findEditions(database, actorId, query);
    return new Map([[key, { editions, bundles: await findBundles(database, actorId, query) }]]);
  });
  const { editions, bundles } = found.get(key)!;
  const lowest = listed.flatMap(
    (book) => toBookAvailability({ ...book, edition: null }, editions.get(book.isbn) ?? []).lowestPrice ?? [],
  );
  const booksOf = Map.groupBy(books, ({ course_code }) => course_code);
  return {
    courses: taken.map((course) => toCourse(course, booksOf.get(course.code) ?? [], editions)),
    availableBooks: lowest.length,
    totalPrice: lowest.reduce((sum, price) => sum + price, 0),
    sellers: await readSellers(database, bundles, clock.now()),
  };
}

const toHash = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url');

type ListedBook = { isbn: string; accepts: Accepts };

/** Each book once: of two courses that list it, what the more generous one accepts. */
function toListedBooks(books: readonly ListRow[]): ListedBook[] {
  const rank = ({ accepts }: ListedBook) =>
    accepts === 'any' ? 0 : (acceptedFrom(accepts) ?? Number.MAX_SAFE_INTEGER);
  return [...Map.groupBy(books, ({ isbn }) => isbn)].map(([isbn, same]) => {
    const [{ accepts }] = same.toSorted((one, other) => rank(one) - rank(other)) as [ListRow];
    return { isbn, accepts };
  });
}

type AvailabilityQuery = { books: ListedBook[]; now: Date };

/** Listings at the time ($3), without those of the actor ($1) and of blocked users. */
const FROM_OTHERS = {
  now: '$3',
  condition: `b.seller_id <> $1 AND b.seller_id NOT IN (${blockedUsersSql('$1')})`,
};

async function findEditions(
  database: Database,
  actorId: string,
  { books, now }: AvailabilityQuery,
): Promise<ReadonlyMap<string, ListedEdition[]>> {
  const { rows } = await database.pool.query<{ isbn: string; editions: ListedEdition[] }>({
    name: 'availability-of-my-courses',
    text: `SELECT wanted.isbn, listed.editions FROM unnest($2::text[]) AS wanted(isbn)
      CROSS JOIN LATERAL (${editionsSql({ isbn: 'wanted.isbn', ...FROM_OTHERS })}) listed`,
    values: [actorId, books.map(({ isbn }) => isbn), now],
  });
  return new Map(rows.map(({ isbn, editions }) => [isbn, editions]));
}

const toCourse = (
  course: CourseRow,
  books: readonly ListRow[],
  editions: ReadonlyMap<string, ListedEdition[]>,
): Course => ({
  code: spellCourse(course.code, course.written_code),
  title: course.title,
  term: course.term,
  books: books.map(({ course_code: _own, ...book }) => ({
    ...book,
    ...toBookAvailability(book, editions.get(book.isbn) ?? []),
  })),
});

/** Sellers who have several of the books: most books first, then the lowest sum, of up to 15,000 copies. */
const BUNDLES_SQL = `WITH copies AS MATERIALIZED (
    SELECT wanted.isbn AS wanted_isbn, c.isbn, c.id, c.price, c.seller_id FROM jsonb_to_recordset($2::jsonb) AS wanted(isbn text, accepts text)
    CROSS JOIN LATERAL (${editionsOfWorkSql('wanted.isbn')}) e
    CROSS JOIN LATERAL (${cheapestCopiesSql({ isbn: 'e.isbn', ...FROM_OTHERS }, MAX_COMPARED_LISTINGS)}) c
    WHERE e.isbn = wanted.isbn OR ${acceptsEditionSql('wanted', 'e.edition')}),
  -- Two courses can accept the same copy: it is one book, the one whose ISBN a course lists, if there is one.
  copy AS (SELECT DISTINCT ON (id) * FROM copies ORDER BY id, isbn = wanted_isbn DESC, wanted_isbn),
  cheapest AS MATERIALIZED (
    SELECT DISTINCT ON (seller_id, wanted_isbn) * FROM copy ORDER BY seller_id, wanted_isbn, price, id),
  bundle AS (
    SELECT seller_id, count(*) AS books, sum(price) AS total FROM cheapest
    GROUP BY seller_id HAVING count(*) > 1 ORDER BY books DESC, total, seller_id LIMIT ${MAX_BUNDLE_SELLERS})
  SELECT array_agg(c.id ORDER BY c.wanted_isbn) AS "bookIds" FROM bundle JOIN cheapest c USING (seller_id)
  GROUP BY seller_id, bundle.books, bundle.total ORDER BY bundle.books DESC, bundle.total, seller_id`;

async function findBundles(
  database: Database,
  actorId: string,
  { books, now }: AvailabilityQuery,
): Promise<string[][]> {
  const { rows } = await database.pool.query<{ bookIds: string[] }>({
    name: 'bundles-for-my-courses',
    text: BUNDLES_SQL,
    values: [actorId, JSON.stringify(books), now],
  });
  return rows.map(({ bookIds }) => bookIds);
}

type Bundle = MyCourses['sellers'][number];
type BundleRow = Bundle['books'][number] & Bundle['seller'];

/** The bundles that are left: a seller may have gone since they were found, or sold one of the books. */
async function readSellers(
  { pool }: Database,
  bundles: CourseAvailability['bundles'],
  now: Date,
): Promise<Bundle[]> {
  if (bundles.length === 0) return [];
  const { rows } = await pool.query<BundleRow>({
    name: 'sellers-for-my-courses',
    text: `SELECT b.isbn, b.id AS "bookId", b.title, b.price, u.id, u.name, u.profile_image AS "profileImage",
        u.university, u.student_university AS "studentUniversity", u.total_sales AS "totalSales"
      FROM books b JOIN users u ON u.id = b.seller_id
      WHERE b.id = ANY($1::uuid[]) AND ${isAvailableSql('b', '$2')}`,
    values: [bundles.flat(), now],
  });
  const byBook = new Map(rows.map((row) => [row.bookId, row]));
  return bundles
    .map((bookIds) => bookIds.flatMap((id) => byBook.get(id) ?? []))
    .filter((books) => books.length > 1)
    .map((books) => {
      const { isbn: _isbn, bookId: _id, title: _title, price: _price, ...seller } = books[0]!;
      return {
        seller,
        books: books.map(({ bookId, isbn, title, price }) => ({ bookId, isbn, title, price })),
      };
    });
}
