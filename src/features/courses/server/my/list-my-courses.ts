import { BOOK_COLUMNS_SQL, type BookRecord, isAvailableSql } from '#features/books/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Course, MyCourses } from '../../contract.ts';
import { MAX_BUNDLE_SELLERS, MAX_COMPARED_LISTINGS, type Requirement } from '../../rules.ts';

type CourseRow = { code: string; written_code: string; title: string; term: string | null };

type ListRow = {
  course_code: string;
  isbn: string;
  title: string | null;
  author: string | null;
  edition: string | null;
  requirement: Requirement;
};

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
  const { rows: books } = await database.pool.query<ListRow>({
    name: 'my-reading-lists',
    text: `SELECT course_code, isbn, title, author, edition, requirement
      FROM course_books WHERE course_code = ANY($1) ORDER BY place, isbn`,
    values: [codes],
  });
  const listings = await findListings(database, actorId, {
    isbns: [...new Set(books.map(({ isbn }) => isbn))],
    now,
  });
  const byIsbn = Map.groupBy(listings, ({ isbn }) => isbn!);
  const cheapest = [...byIsbn.values()].map((offers) => offers[0]!);
  return {
    courses: taken.map((course) => toCourse(course, books, byIsbn)),
    availableBooks: cheapest.length,
    totalPrice: cheapest.reduce((sum, { price }) => sum + price, 0),
    sellers: findBundles(listings),
  };
}

/** The cheapest available listings of each book; none of the actor, none of users blocked either way. */
async function findListings(
  database: Database,
  actorId: string,
  { isbns, now }: { isbns: string[]; now: Date },
): Promise<BookRecord[]> {
  if (isbns.length === 0) return [];
  const { rows } = await database.pool.query<BookRecord>({
    name: 'listings-of-my-courses',
    text: `SELECT ${BOOK_COLUMNS_SQL}
      FROM unnest($2::text[]) AS wanted(isbn)
      CROSS JOIN LATERAL (SELECT * FROM books
        WHERE books.isbn = wanted.isbn AND ${isAvailableSql('books', '$3')} AND seller_id <> $1
          AND NOT EXISTS (SELECT FROM blocks WHERE (blocks.blocker_id, blocks.blocked_id)
            IN (($1, seller_id), (seller_id, $1)))
        ORDER BY price LIMIT ${MAX_COMPARED_LISTINGS}) b
      JOIN users u ON u.id = b.seller_id
      ORDER BY b.isbn, b.price, b.id`,
    values: [actorId, isbns, now],
  });
  return rows;
}

const toCourse = (
  course: CourseRow,
  books: readonly ListRow[],
  byIsbn: ReadonlyMap<string, readonly BookRecord[]>,
): Course => ({
  code: course.written_code,
  title: course.title,
  term: course.term,
  books: books
    .filter(({ course_code }) => course_code === course.code)
    .map(({ course_code: _own, ...book }) => {
      const offers = byIsbn.get(book.isbn) ?? [];
      return { ...book, availableCount: offers.length, lowestPrice: offers[0]?.price ?? null };
    }),
});

/** Who has several of the books, the cheapest copy of each: most books first, then the lowest sum. */
function findBundles(listings: readonly BookRecord[]): MyCourses['sellers'] {
  const bundles = [...Map.groupBy(listings, ({ seller_id }) => seller_id).values()].map((offers) => {
    const perBook = [...Map.groupBy(offers, ({ isbn }) => isbn).values()].map((copies) => copies[0]!);
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
    .map(({ perBook }) => ({
      seller: toSeller(perBook[0]!),
      books: perBook.map(({ id, isbn, title, price }) => ({ bookId: id, isbn: isbn!, title, price })),
    }));
}

const toSeller = (row: BookRecord): MyCourses['sellers'][number]['seller'] => ({
  id: row.seller_id,
  name: row.seller_name,
  profileImage: row.seller_image,
  university: row.seller_university,
  studentUniversity: row.seller_student_university,
  totalSales: row.seller_sales,
});
