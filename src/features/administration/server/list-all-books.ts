import { toIsbn13 } from '#features/books/isbn.ts';
import { BOOK_COLUMNS_SQL, type BookPrices, type BookRecord } from '#features/books/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import {
  afterCursorText,
  decodeKeyset,
  encodeKeyset,
  type Paging,
  rowsForPage,
  toPage,
} from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { AdminBook } from '../contract.ts';
import { userSearchCondition } from './list-all-users.ts';

type Filter = Paging & { search?: string | undefined };
type Row = BookRecord & { seller_email: string };

/** A search by name includes the listings of this many sellers, the newest ones. */
const MAX_SELLERS = 500;

/** SQL: whether the listing `b` is neither deleted nor removed. A removed one is kept only for its appeal. */
export const IS_NOT_REMOVED_SQL = "b.deleted_at IS NULL AND NOT b.hidden_by @> '{removal}'";

/** How many listings are scanned for the words before the full-text index is used. */
const MAX_SCANNED_BOOKS = 2_000;

/**
 * One page of all listings that are not deleted, the newest first. A search matches title, author, ISBN and
 * seller. An unnamed statement: a generic plan would not know how rare the words of this search are.
 */
export async function listAllBooks(
  { database, prices }: { database: Database; prices: BookPrices },
  { search = '', limit, cursor }: Filter,
  now: Date,
): Promise<Page<AdminBook>> {
  const after = decodeKeyset(cursor);
  const values: unknown[] = [rowsForPage(limit)];
  const keyset =
    after === null
      ? ''
      : `AND ${afterCursorText('b', `$${values.push(after.at)}`, `$${values.push(after.id)}`)}`;
  const pageOf = (condition: string) => `(SELECT b.id, b.created_at FROM books b
    WHERE ${IS_NOT_REMOVED_SQL} AND ${condition} ${keyset} ORDER BY b.created_at DESC, b.id DESC LIMIT $1)`;
  const arms = async () => {
    const words = `to_tsquery('simple', $${values.push(await wordQuery(database, search))})`;
    // Each seller's listings are limited to one page.
    const ofSellers = `SELECT b.id, b.created_at FROM (
        SELECT u.id FROM users u WHERE ${userSearchCondition(search, values)}
        ORDER BY u.created_at DESC, u.id DESC LIMIT ${MAX_SELLERS}) s
      CROSS JOIN LATERAL ${pageOf('b.seller_id = s.id')} b`;
    // Frequent words are found by scanning the next listings. Rare ones need the full-text index, which is
    // not ordered by time.
    return `WITH near AS MATERIALIZED (
        SELECT w.id, w.created_at FROM (
          SELECT b.id, b.created_at, b.search FROM books b WHERE ${IS_NOT_REMOVED_SQL} ${keyset}
          ORDER BY b.created_at DESC, b.id DESC LIMIT ${MAX_SCANNED_BOOKS}) w
        WHERE w.search @@ ${words} ORDER BY w.created_at DESC, w.id DESC LIMIT $1),
      far AS MATERIALIZED (
        SELECT b.id, b.created_at FROM books b
        WHERE ${IS_NOT_REMOVED_SQL} AND b.search @@ ${words} ${keyset} AND (SELECT count(*) FROM near) < $1)
      SELECT * FROM near UNION SELECT * FROM far UNION (${ofSellers})`;
  };
  const found = search.trim() === '' ? pageOf('true') : await arms();
  const { rows } = await database.pool.query<Row>(
    `SELECT ${BOOK_COLUMNS_SQL}, u.email AS seller_email
    FROM (SELECT * FROM (${found}) found ORDER BY created_at DESC, id DESC LIMIT $1) f
    JOIN books b ON b.id = f.id CROSS JOIN LATERAL (SELECT * FROM users WHERE id = b.seller_id LIMIT 1) u
    ORDER BY f.created_at DESC, f.id DESC`,
    values,
  );
  const page = toPage(rows, limit, (last) => encodeKeyset({ at: last.createdAt, id: last.id }));
  const listed = await prices.toBooks(database, page.items, now);
  return {
    items: listed.map(({ seller, ...book }, index) => ({
      ...book,
      seller: { ...seller, email: page.items[index]!.seller_email },
    })),
    next: page.next,
  };
}

/**
 * Every word matches as a prefix; an ISBN is one number, with or without hyphens. Without words it matches
 * nothing.
 */
async function wordQuery(database: Database, search: string): Promise<string> {
  const { rows } = await database.pool.query<{ query: string }>({
    name: 'admin-word-query',
    text: `SELECT coalesce(string_agg(quote_literal(word) || ':*', ' & '), '') AS query FROM (
      SELECT word FROM regexp_split_to_table(search_text_2(lower($1::text)), '\\s+') AS word WHERE word <> '' LIMIT 10) w`,
    values: [toIsbn13(search) ?? search],
  });
  return rows[0]!.query;
}
