import { bookProblem } from '../contract.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import {
  afterCursorByText,
  afterCursorText,
  decodeKeyset,
  encodeKeyset,
  type Paging,
  rowsForPage,
  toPage,
} from '#platform/server/keyset.ts';
import type { Database, ReadableDatabase } from '#platform/server/database/database.ts';
import { toListingEnd } from '../rules.ts';
import { isListedSql, isShownSql, listingEndSql } from './expiry/listing-period.ts';
import { BOOK_COLUMNS_SQL, type BookRecord, OWN_BOOK_COLUMNS_SQL, type OwnBookRecord } from './book-row.ts';

const detail = {
  name: 'find-book',
  text: `SELECT ${BOOK_COLUMNS_SQL} FROM books b JOIN users u ON u.id = b.seller_id WHERE b.id = $1 AND ${isShownSql('b')}`,
};

/** The row of a listing, also if sold or expired. Throws 'book-not-found', also for a deleted or hidden one. */
export async function getBookRow(database: ReadableDatabase, bookId: string): Promise<BookRecord> {
  const { rows } = await database.pool.query<BookRecord>({ ...detail, values: [bookId] });
  if (rows[0] === undefined) throw bookProblem('book-not-found');
  return rows[0];
}

/** A listing of the actor, hidden ones too. Throws 'book-not-found'. */
export async function getOwnBookRow(
  { pool }: Database,
  actorId: string,
  bookId: string,
): Promise<OwnBookRecord> {
  const { rows } = await pool.query<OwnBookRecord>({
    name: 'find-own-book',
    text: `SELECT ${OWN_BOOK_COLUMNS_SQL} FROM books b JOIN users u ON u.id = b.seller_id
      WHERE b.id = $1 AND b.seller_id = $2 AND b.deleted_at IS NULL`,
    values: [bookId, actorId],
  });
  if (rows[0] === undefined) throw bookProblem('book-not-found');
  return rows[0];
}

/** A user's listings that are in the lists, newest first. */
export const listBooksOfUser = (
  database: Database,
  filter: Paging & { userId: string },
  now: Date,
): Promise<Page<BookRecord>> =>
  readBooksOfUser<BookRecord>(database, filter, {
    name: 'public',
    columns: BOOK_COLUMNS_SQL,
    condition: (parameter) => isListedSql('b', parameter(now)),
  });

/** The actor's listings, also sold, expired and hidden ones, newest first. */
export const listOwnBooks = (
  database: Database,
  filter: Paging & { userId: string },
): Promise<Page<OwnBookRecord>> =>
  readBooksOfUser<OwnBookRecord>(database, filter, {
    name: 'own',
    columns: OWN_BOOK_COLUMNS_SQL,
    condition: () => 'true',
  });

type BooksOfUser = {
  name: string;
  columns: string;
  condition: (parameter: (value: unknown) => string) => string;
};

async function readBooksOfUser<Row extends BookRecord>(
  { pool }: Database,
  filter: Paging & { userId: string },
  { name, columns, condition }: BooksOfUser,
): Promise<Page<Row>> {
  const after = decodeKeyset(filter.cursor);
  const values: unknown[] = [filter.userId, rowsForPage(filter.limit)];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const { rows } = await pool.query<Row>({
    name: `books-of-user-${name}-${after === null ? 'first' : 'next'}`,
    text: `SELECT ${columns} FROM books b JOIN users u ON u.id = b.seller_id
      WHERE b.seller_id = $1 AND b.deleted_at IS NULL AND ${condition(parameter)}
      ${after === null ? '' : `AND ${afterCursorText('b', parameter(after.at), parameter(after.id))}`}
      ORDER BY b.created_at DESC, b.id DESC LIMIT $2`,
    values,
  });
  return toPage(rows, filter.limit, (last) => encodeKeyset({ at: last.createdAt, id: last.id }));
}

/** A user's listings that are in the lists, those first that end first. */
export async function listBooksByEnd(
  database: Database,
  filter: Paging & { userId: string },
  now: Date,
): Promise<Page<BookRecord>> {
  const after = decodeKeyset(filter.cursor);
  const end = listingEndSql('b');
  const { rows } = await database.pool.query<BookRecord>({
    name: `books-of-user-by-end-${after === null ? 'first' : 'next'}`,
    text: `SELECT ${BOOK_COLUMNS_SQL} FROM books b JOIN users u ON u.id = b.seller_id
      WHERE b.seller_id = $1 AND ${isListedSql('b', '$3')}
      ${after === null ? '' : `AND ${afterCursorByText(end, 'b.id', '$4', '$5')}`}
      ORDER BY ${end}, b.id LIMIT $2`,
    values: [filter.userId, rowsForPage(filter.limit), now, ...(after === null ? [] : [after.at, after.id])],
  });
  return toPage(rows, filter.limit, (last) => encodeKeyset({ at: toListingEnd(last), id: last.id }));
}
