import type { Page } from '#platform/shared/define-endpoints.ts';
import { behindKeysetText, type Paging, rowsForPage, toPage } from '#platform/server/keyset.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { Book } from '../contract.ts';
import { BOOK_COLUMNS_SQL, type BookRecord } from './book-row.ts';
import { isListedSql } from './expiry/listing-period.ts';
import { cursorAfter, readCursor } from './list-cursor.ts';
import { toBooks } from './prices/to-books.ts';

type Listed = BookRecord & { tier: 0 | 1 };

/**
 * One page of the active listings, boosted first, then newest. Two bounded queries over partial indexes:
 * sorting the whole table by boost and time took 1.8 s with a million books.
 */
export async function listBooks(
  database: ReadableDatabase,
  filter: Paging & { subject?: string },
  present: Date,
): Promise<Page<Book>> {
  const { cursor, now } = readCursor(filter.cursor, present);
  const statement = listStatement(filter.subject !== undefined, cursor?.tier ?? null);
  const values: unknown[] = [now, rowsForPage(filter.limit), present];
  if (filter.subject !== undefined) values.push(filter.subject);
  if (cursor !== null) values.push(cursor.at, cursor.id);
  const { rows } = await database.pool.query<Listed>({ ...statement, values });
  const page = toPage(rows, filter.limit, (last) => cursorAfter(last, now));
  return { items: await toBooks(database, page.items, present), next: page.next };
}

/**
 * Parameters: $1 the time of the first page, $2 limit, $3 now, then the subject and the cursor's time and id,
 * if any. LATERAL, because for a plain join the planner reads and hashes all users to find twenty sellers;
 * with 4,000 users that costs twice the rest.
 */
function listStatement(bySubject: boolean, after: 0 | 1 | null): { name: string; text: string } {
  const subject = bySubject ? 'AND b.subject = $4' : '';
  const keyset = `AND ${bySubject ? behindKeysetText('b', '$5', '$6') : behindKeysetText('b', '$4', '$5')}`;
  const arm = (tier: 0 | 1, condition: string, start: string) => `(SELECT ${tier} AS tier, b.* FROM books b
      WHERE ${isListedSql('b', '$3')} AND ${condition} ${subject} ${start}
      ORDER BY b.created_at DESC, b.id DESC LIMIT $2)`;
  const boosted = arm(0, 'b.is_boosted AND b.boosted_until > $1', after === 0 ? keyset : '');
  const others = arm(1, 'NOT (b.is_boosted AND b.boosted_until > $1)', after === 1 ? keyset : '');
  const arms = after === 1 ? others : `${boosted} UNION ALL ${others}`;
  return {
    name: `list-books-${bySubject ? 'subject' : 'all'}-${after ?? 'first'}`,
    text: `SELECT b.tier, ${BOOK_COLUMNS_SQL}
      FROM (SELECT * FROM (${arms}) x ORDER BY tier, created_at DESC, id DESC LIMIT $2) b
      CROSS JOIN LATERAL (SELECT * FROM users WHERE id = b.seller_id LIMIT 1) u
      ORDER BY b.tier, b.created_at DESC, b.id DESC`,
  };
}
