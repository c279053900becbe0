import { isBlockedSql } from '#features/blocks/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { bookProblem } from '#features/books/contract.ts';
import { isListedSql } from '#features/books/server/public.ts';
import { MAX_COUNTED_ALERTS } from '../rules.ts';
import { isbnKey } from './matching/match-keys.ts';
import { MATCHES_SQL } from './matching/matches-sql.ts';

/**
 * How many other users want an ISBN. Blocks do not matter: whom a seller blocks would otherwise change the
 * number, and so tell whether that user is among them.
 */
export async function countStudentsForIsbn(
  { pool }: Database,
  actorId: string,
  isbn: string,
): Promise<{ students: number }> {
  const { rows } = await pool.query<{ students: number }>({
    name: 'students-for-isbn',
    text: `SELECT count(DISTINCT user_id)::int AS students FROM wanted_entries
      WHERE match_key = $2 AND deleted_at IS NULL AND user_id <> $1`,
    values: [actorId, isbnKey(isbn)],
  });
  return rows[0]!;
}

/** How many users want the actor's listing; null until it has been compared. Throws 'book-not-found'. */
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

const UNSEEN_SQL = `SELECT count(*)::int AS unseen FROM (SELECT FROM wanted_alerts a
  JOIN wanted_entries e ON e.id = a.entry_id AND e.deleted_at IS NULL JOIN books b ON b.id = a.book_id AND ${isListedSql('b', '$2')}
  WHERE a.user_id = $1 AND a.seen_at IS NULL AND ${MATCHES_SQL} AND NOT ${isBlockedSql('$1', 'b.seller_id')}
  LIMIT ${MAX_COUNTED_ALERTS}) counted`;

/** The alerts that the actor has not seen yet. */
export async function countUnseenAlerts(
  { pool }: Database,
  actorId: string,
  now: Date,
): Promise<{ unseen: number }> {
  const { rows } = await pool.query<{ unseen: number }>({
    name: 'unseen-wanted-alerts',
    text: UNSEEN_SQL,
    values: [actorId, now],
  });
  return rows[0]!;
}
