import { isBlockedSql } from '#features/blocks/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Course, MyCourses } from '../../contract.ts';
import { withNames } from '../with-names.ts';
import { MAX_BUNDLE_SELLERS, MAX_COMPARED_LISTINGS, type Requirement } from '../../rules.ts';
import { type Availability, availabilitySql, cheapestCopiesSql } from '../availability-sql.ts';

type CourseRow = { code: string; written_code: string; title: string; term: string | null };

type ListRow = {
  course_code: string;
  isbn: string;
  title: string | null;
  author: string | null;
  edition: string | null;
  requirement: Requirement;
};

type CopyRow = { isbn: string; id: string; title: string; price: number; seller_id: string };

/** The courses of the actor with what others offer. The work is bounded by the lists. */
export async function listMyCourses(database: Database, actorId: string, now: Date): Promise<MyCourses> {
  const { rows: taken } = await database.pool.query<CourseRow>({
    name: 'my-courses',
    text: `SELECT c.code, c.written_code, c.title, c.term
      FROM taken_courses t JOIN courses c ON c.code = t.course_code
      WHERE t.user_id = $1 ORDER BY t.created_at, c.code`,
    values: [actorId],
  });
  const codes = taken.map(({ code }) => code);
  const { rows: lists } = await database.pool.query<ListRow>({
    name: 'my-reading-lists',
    text: `SELECT course_code, isbn, title, author, edition, requirement
      FROM course_books WHERE course_code = ANY($1) ORDER BY place, isbn`,
    values: [codes],
  });
  const books = await withNames(database, lists);
  const isbns = [...new Set(books.map(({ isbn }) => isbn))];
  const availability = await findAvailability(database, actorId, { isbns, now });
  const lowest = [...availability.values()].flatMap(({ lowest: price }) => price ?? []);
  return {
    courses: taken.map((course) => toCourse(course, books, availability)),
    availableBooks: lowest.length,
    totalPrice: lowest.reduce((sum, price) => sum + price, 0),
    sellers: await withSellers(database, findBundles(await findCopies(database, actorId, { isbns, now }))),
  };
}

type Wanted = { isbns: string[]; now: Date };

/** Over the actor ($1), ISBNs ($2) and the time ($3): nothing of the actor, nor of blocked users. */
const FROM_OTHERS = {
  isbn: 'wanted.isbn',
  now: '$3',
  condition: `b.seller_id <> $1 AND NOT ${isBlockedSql('$1', 'b.seller_id')}`,
};

async function findAvailability(
  database: Database,
  actorId: string,
  { isbns, now }: Wanted,
): Promise<ReadonlyMap<string, Availability>> {
  const { rows } = await database.pool.query<Availability & { isbn: string }>({
    name: 'availability-of-my-courses',
    text: `SELECT wanted.isbn, a.available, a.lowest FROM unnest($2::text[]) AS wanted(isbn)
      CROSS JOIN LATERAL (${availabilitySql(FROM_OTHERS)}) a`,
    values: [actorId, isbns, now],
  });
  return new Map(rows.map((row) => [row.isbn, row]));
}

/** The cheapest available copies of each book. */
async function findCopies(database: Database, actorId: string, { isbns, now }: Wanted): Promise<CopyRow[]> {
  const { rows } = await database.pool.query<CopyRow>({
    name: 'copies-for-my-courses',
    text: `SELECT c.* FROM unnest($2::text[]) AS wanted(isbn)
      CROSS JOIN LATERAL (${cheapestCopiesSql(FROM_OTHERS, MAX_COMPARED_LISTINGS)}) c
      ORDER BY c.isbn, c.price, c.id`,
    values: [actorId, isbns, now],
  });
  return rows;
}

const toCourse = (
  course: CourseRow,
  books: readonly ListRow[],
  availability: ReadonlyMap<string, Availability>,
): Course => ({
  code: course.written_code,
  title: course.title,
  term: course.term,
  books: books
    .filter(({ course_code }) => course_code === course.code)
    .map(({ course_code: _own, ...book }) => {
      const { available, lowest } = availability.get(book.isbn)!;
      return { ...book, availableCount: available, lowestPrice: lowest };
    }),
});

/** Who has several of the books, the cheapest copy of each: most books first, then the lowest sum. */
function findBundles(copies: readonly CopyRow[]): CopyRow[][] {
  const bundles = [...Map.groupBy(copies, ({ seller_id }) => seller_id).values()].map((ofSeller) => {
    const perBook = [...Map.groupBy(ofSeller, ({ isbn }) => isbn).values()].map((same) => same[0]!);
    return { perBook, sum: perBook.reduce((sum, { price }) => sum + price, 0) };
  });
  return bundles
    .filter(({ perBook }) => perBook.length > 1)
    .toSorted(
      (one, other) =>
        other.perBook.length - one.perBook.length ||
        one.sum - other.sum ||
        (one.perBook[0]!.seller_id < other.perBook[0]!.seller_id ? -1 : 1),
    )
    .slice(0, MAX_BUNDLE_SELLERS)
    .map(({ perBook }) => perBook);
}

async function withSellers(database: Database, bundles: readonly CopyRow[][]): Promise<MyCourses['sellers']> {
  const { rows } = await database.pool.query<MyCourses['sellers'][number]['seller']>({
    name: 'sellers-for-my-courses',
    text: `SELECT id, name, profile_image AS "profileImage", university,
        student_university AS "studentUniversity", total_sales AS "totalSales"
      FROM users WHERE id = ANY($1::uuid[])`,
    values: [bundles.map(([first]) => first!.seller_id)],
  });
  const sellers = new Map(rows.map((seller) => [seller.id, seller]));
  return bundles.flatMap((copies) => {
    const seller = sellers.get(copies[0]!.seller_id);
    const books = copies.map(({ id, isbn, title, price }) => ({ bookId: id, isbn, title, price }));
    return seller === undefined ? [] : [{ seller, books }];
  });
}
