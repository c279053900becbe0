import { createHash } from 'node:crypto';
import { isAvailableSql } from '#features/books/server/public.ts';
import { blockedUsersSql, blockStateSql } from '#features/blocks/server/public.ts';
import type { PersonalCache } from '#platform/server/concurrency/personal-cache.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Clock } from '#platform/shared/clock.ts';
import type { Course, MyCourses } from '../../contract.ts';
import { withNames } from '../with-names.ts';
import { MAX_BUNDLE_SELLERS, MAX_COMPARED_LISTINGS, spellCourse } from '../../rules.ts';
import { type Availability, availabilitySql, cheapestCopiesSql } from '#features/editions/server/public.ts';

type CourseRow = {
  code: string;
  /** The code as its reading list writes it; null without a list. */
  written_code: string | null;
  title: string | null;
  term: string | null;
  block_state: string;
};

type ListRow = Omit<Course['books'][number], 'availableCount' | 'lowestPrice'> & { course_code: string };

/** The listings of others for the books of a user's courses: numbers, and the listings of each bundle. */
export type CourseAvailability = {
  availability: ReadonlyMap<string, Availability>;
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
    text: `SELECT course_code, isbn, title, author, edition, requirement
      FROM course_books WHERE course_code = ANY($1) AND left_at IS NULL ORDER BY place, isbn`,
    values: [codes],
  });
  const books = await withNames(database, lists);
  const isbns = [...new Set(books.map(({ isbn }) => isbn))];
  const key = toHash([taken[0]?.block_state, ...isbns]);
  const found = await cache.find(actorId, [key], async () => {
    const query = { isbns, now: clock.now() };
    const availability = await findAvailability(database, actorId, query);
    return new Map([[key, { availability, bundles: await findBundles(database, actorId, query) }]]);
  });
  const { availability, bundles } = found.get(key)!;
  const lowest = [...availability.values()].flatMap(({ lowest: price }) => price ?? []);
  const booksOf = Map.groupBy(books, ({ course_code }) => course_code);
  return {
    courses: taken.map((course) => toCourse(course, booksOf.get(course.code) ?? [], availability)),
    availableBooks: lowest.length,
    totalPrice: lowest.reduce((sum, price) => sum + price, 0),
    sellers: await readSellers(database, bundles, clock.now()),
  };
}

const toHash = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url');

type AvailabilityQuery = { isbns: string[]; now: Date };

/** Listings by ISBNs ($2) at the time ($3), without those of the actor ($1) and of blocked users. */
const FROM_OTHERS = {
  isbn: 'wanted.isbn',
  now: '$3',
  condition: `b.seller_id <> $1 AND b.seller_id NOT IN (${blockedUsersSql('$1')})`,
};

async function findAvailability(
  database: Database,
  actorId: string,
  { isbns, now }: AvailabilityQuery,
): Promise<ReadonlyMap<string, Availability>> {
  const { rows } = await database.pool.query<Availability & { isbn: string }>({
    name: 'availability-of-my-courses',
    text: `SELECT wanted.isbn, a.available, a.lowest FROM unnest($2::text[]) AS wanted(isbn)
      CROSS JOIN LATERAL (${availabilitySql(FROM_OTHERS)}) a`,
    values: [actorId, isbns, now],
  });
  return new Map(rows.map((row) => [row.isbn, row]));
}

const toCourse = (
  course: CourseRow,
  books: readonly ListRow[],
  availability: ReadonlyMap<string, Availability>,
): Course => ({
  code: spellCourse(course.code, course.written_code),
  title: course.title,
  term: course.term,
  books: books.map(({ course_code: _own, ...book }) => {
    const { available, lowest } = availability.get(book.isbn)!;
    return { ...book, availableCount: available, lowestPrice: lowest };
  }),
});

/** Sellers who have several of the books: most books first, then the lowest sum, of up to 15,000 copies. */
const BUNDLES_SQL = `WITH copies AS MATERIALIZED (
    SELECT c.* FROM unnest($2::text[]) AS wanted(isbn)
    CROSS JOIN LATERAL (${cheapestCopiesSql(FROM_OTHERS, MAX_COMPARED_LISTINGS)}) c),
  cheapest AS MATERIALIZED (
    SELECT DISTINCT ON (seller_id, isbn) * FROM copies ORDER BY seller_id, isbn, price, id),
  bundle AS (
    SELECT seller_id, count(*) AS books, sum(price) AS total FROM cheapest
    GROUP BY seller_id HAVING count(*) > 1 ORDER BY books DESC, total, seller_id LIMIT ${MAX_BUNDLE_SELLERS})
  SELECT array_agg(c.id ORDER BY c.isbn) AS "bookIds" FROM bundle JOIN cheapest c USING (seller_id)
  GROUP BY seller_id, bundle.books, bundle.total ORDER BY bundle.books DESC, bundle.total, seller_id`;

async function findBundles(
  database: Database,
  actorId: string,
  { isbns, now }: AvailabilityQuery,
): Promise<string[][]> {
  const { rows } = await database.pool.query<{ bookIds: string[] }>({
    name: 'bundles-for-my-courses',
    text: BUNDLES_SQL,
    values: [actorId, isbns, now],
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
