import type { AvailableBookJob } from '#features/books/server/public.ts';
import type { Condition } from '#features/books/rules.ts';
import { findCoursesOfIsbn } from '#features/courses/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { minConditionsMetBy } from '../rules.ts';
import { isNotBlockedSql } from './is-not-blocked.ts';
import { bookKeys } from './match-keys.ts';

type Context = Pick<ServerContext, 'database' | 'clock'>;

type AvailableBook = {
  id: string;
  seller_id: string;
  isbn: string | null;
  condition: Condition;
  price: number;
  words: string[];
  course_codes: string[];
};

/** Entries of a transaction: it holds its rows until it ends. */
const MATCH_BATCH_SIZE = 500;

/** Over the alias `e`. Parameters: $1 book, $2 its keys, $3 conditions that it meets. */
const MATCHING_SQL = `FROM wanted_entries e JOIN books b ON b.id = $1 AND b.is_active
  WHERE e.match_key = ANY($2) AND e.deleted_at IS NULL AND e.user_id <> b.seller_id
    AND (e.max_price IS NULL OR e.max_price >= b.price)
    AND (e.min_condition IS NULL OR e.min_condition = ANY($3))
    AND (e.query IS NULL OR b.search @@ e.query)`;

/**
 * Alerts the users who want a listing, once for each entry: a repeated job finds what the first one has left.
 * Nothing if the listing is gone or sold by now.
 */
export async function matchAvailableBook(context: Context, { bookId }: AvailableBookJob): Promise<void> {
  const { database } = context;
  const { rows } = await database.pool.query<AvailableBook>({
    name: 'available-book',
    text: `SELECT id, seller_id, isbn, condition, price, tsvector_to_array(search) AS words, course_codes
      FROM books WHERE id = $1 AND is_active`,
    values: [bookId],
  });
  const [book] = rows;
  if (book === undefined) return;
  const listed = book.isbn === null ? [] : await findCoursesOfIsbn(database, book.isbn);
  const keys = bookKeys({ ...book, courses: [...book.course_codes, ...listed] });
  const values = [bookId, keys, minConditionsMetBy(book.condition)];
  while ((await alertBatch(context, values)) === MATCH_BATCH_SIZE);
  await database.pool.query({
    name: 'matched-book',
    text: `INSERT INTO matched_books (book_id, students, matched_at)
      SELECT $1, count(DISTINCT e.user_id), $4 ${MATCHING_SQL}
      ON CONFLICT (book_id) DO UPDATE SET students = excluded.students, matched_at = excluded.matched_at`,
    values: [...values, context.clock.now()],
  });
}

/** Writes the next alerts; returns how many. */
async function alertBatch({ database, clock }: Context, values: unknown[]): Promise<number> {
  const { rowCount } = await database.pool.query({
    name: 'alert-of-available-book',
    text: `INSERT INTO wanted_alerts (entry_id, book_id, user_id, price, created_at)
      SELECT e.id, b.id, e.user_id, b.price, $4 ${MATCHING_SQL}
        AND ${isNotBlockedSql('e.user_id', 'b.seller_id')}
        AND NOT EXISTS (SELECT FROM wanted_alerts a WHERE a.entry_id = e.id AND a.book_id = b.id)
      ORDER BY e.id LIMIT ${MATCH_BATCH_SIZE} ON CONFLICT DO NOTHING`,
    values: [...values, clock.now()],
  });
  return rowCount ?? 0;
}
