import type { Page } from '#platform/shared/define-endpoints.ts';
import { decodeKeyset, encodeKeyset } from '#platform/server/keyset.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Book } from '../contract.ts';
import { bookColumns, toBook, type BookRecord } from './book-row.ts';
import { bookProblem } from './write-book.ts';

const detail = {
  name: 'find-book',
  text: `SELECT ${bookColumns} FROM books b JOIN users u ON u.id = b.seller_id WHERE b.id = $1 AND b.deleted_at IS NULL`,
};

/** A listing as everybody may see it, sold or not; a deleted one does not exist. */
export async function getBook(database: Database, bookId: string, now: Date): Promise<Book> {
  const { rows } = await database.pool.query<BookRecord>({ ...detail, values: [bookId] });
  if (rows[0] === undefined) throw bookProblem('book-not-found');
  return toBook(rows[0], now);
}

/** A person's listings, newest first; what is sold is shown to that person alone. */
export async function listBooksOfUser(
  database: Database,
  filter: { userId: string; viewerId: string | null; limit: number; cursor?: string },
  now: Date,
): Promise<Page<Book>> {
  const after = decodeKeyset(filter.cursor);
  const own = filter.userId === filter.viewerId;
  const { rows } = await database.pool.query<BookRecord>({
    name: `books-of-user-${own ? 'own' : 'public'}-${after === null ? 'first' : 'next'}`,
    text: `SELECT ${bookColumns} FROM books b JOIN users u ON u.id = b.seller_id
      WHERE b.seller_id = $1 AND b.deleted_at IS NULL ${own ? '' : 'AND b.is_active'}
      ${after === null ? '' : 'AND (b.created_at, b.id) < ($3::timestamptz, $4::uuid)'}
      ORDER BY b.created_at DESC, b.id DESC LIMIT $2`,
    values: [filter.userId, filter.limit + 1, ...(after === null ? [] : [after.at, after.id])],
  });
  const shown = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => toBook(row, now)),
    next: last === undefined ? null : encodeKeyset({ at: last.created_at, id: last.id }),
  };
}
