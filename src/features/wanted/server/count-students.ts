import { countMailboxesSql } from '#features/accounts/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { bookProblem } from '#features/books/contract.ts';
import { readSearchWords } from '#features/books/server/public.ts';
import { findCoursesOfIsbn } from '#features/courses/server/public.ts';
import { listOtherIsbns, findLocalEdition, findStoredEditions } from '#features/editions/server/public.ts';
import { bookKeys } from './matching/match-keys.ts';
import { WANTS_SQL } from './matching/matches-sql.ts';
import type { WantedContext } from './wanted-context.ts';

type Context = Pick<WantedContext, 'database' | 'mailer'>;

/** Where emails are sent, users can verify theirs: then invented addresses do not count. */
export const countStudentsSql = (
  { mailer }: { mailer: Pick<Context['mailer'], 'kind'> },
  userId: string,
  seller: string,
) => countMailboxesSql(userId, seller, mailer.kind === 'smtp');

const countSql = (
  context: Context,
) => `SELECT ${countStudentsSql(context, 'e.user_id', '$1')}::int AS students
  FROM (SELECT $2::text AS isbn, to_tsvector('simple', search_text_2($3)) AS search, $5::text[] AS course_codes) b
  JOIN wanted_entries e ON e.match_key = ANY($4::text[]) AND e.deleted_at IS NULL AND ${WANTS_SQL}`;

/**
 * How many others want a book of this ISBN, by what is known of it here: entries of the ISBN, of another edition
 * for which this one is fine, of its courses
 * (also those that its seller tags it with), and of words of its title and author. Blocks do not matter: whom
 * a seller blocks would otherwise change the number, and so tell whether that user is among them.
 */
export async function countStudentsForIsbn(
  context: Context,
  actorId: string,
  { isbn, courses: tagged }: { isbn: string; courses: readonly string[] },
): Promise<{ students: number }> {
  const { database } = context;
  const known =
    (await findLocalEdition(database, isbn))?.facts ?? (await findStoredEditions(database, [isbn])).get(isbn);
  const text = `${known?.title ?? ''} ${known?.author ?? ''} ${isbn}`;
  const words = (await readSearchWords(database.orm, text)).map(({ word }) => word);
  const courses = [...(await findCoursesOfIsbn(database, isbn)), ...tagged];
  const others = await listOtherIsbns(database, isbn);
  const keys = bookKeys({ isbns: [isbn, ...others], words, courses });
  const { rows } = await database.pool.query<{ students: number }>({
    name: `students-for-isbn-${context.mailer.kind}`,
    text: countSql(context),
    values: [actorId, isbn, text, keys, tagged],
  });
  return rows[0]!;
}

/** How many users were alerted of the actor's new listing; null until compared. Throws 'book-not-found'. */
export async function countStudentsForBook(
  { pool }: Database,
  actorId: string,
  bookId: string,
): Promise<{ students: number | null }> {
  const { rows } = await pool.query<{ students: number | null }>({
    name: 'students-for-book',
    text: `SELECT m.students FROM books b LEFT JOIN matched_books m ON m.book_id = b.id
      WHERE b.id = $1 AND b.seller_id = $2 AND b.deleted_at IS NULL`,
    values: [bookId, actorId],
  });
  if (rows[0] === undefined) throw bookProblem('book-not-found');
  return rows[0];
}
