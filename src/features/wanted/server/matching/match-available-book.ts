import { isBlockedSql } from '#features/blocks/server/public.ts';
import { sql } from 'drizzle-orm';
import { isAvailableSql } from '#features/books/server/public.ts';
import { findCoursesOfIsbn } from '#features/courses/server/public.ts';
import { listOtherIsbns } from '#features/editions/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { FIRST_ID } from '#platform/server/keyset.ts';
import { countStudentsSql } from '../count-students.ts';
import { type AlertedBook, deliverAlerts, type NewAlert } from '../delivery/deliver-alerts.ts';
import { bookKeys } from './match-keys.ts';
import { MATCHES_SQL } from './matches-sql.ts';
import type { WantedContext } from '../wanted-context.ts';
import { wantedChanged } from '../wanted-events.ts';

type AvailableBook = AlertedBook & {
  isbn: string | null;
  words: string[];
  courseCodes: string[];
};

/** Entries that one transaction compares with the listing: it holds its rows until it ends. */
const BATCH_SIZE = 500;

/**
 * Alerts the users who want a listing, once for each entry: a repeated job finds what the first one has left.
 * Nothing if the listing is gone, sold or reserved by now: the end of a reservation matches it again.
 */
export async function matchAvailableBook(
  context: WantedContext,
  { bookId }: { bookId: string },
  batchSize = BATCH_SIZE,
): Promise<void> {
  const { database, events } = context;
  const book = await findAvailableBook(context, bookId);
  if (book === undefined) return;
  const listed = book.isbn === null ? [] : await findCoursesOfIsbn(database, book.isbn);
  const others = book.isbn === null ? [] : await listOtherIsbns(database, book.isbn);
  const isbns = [...(book.isbn === null ? [] : [book.isbn]), ...others];
  const keys = bookKeys({ isbns, words: book.words, courses: [...book.courseCodes, ...listed] });
  for (let after: string | null = FIRST_ID; after !== null;) {
    const upTo: string | null = await findBatchEnd(context, keys, { after, batchSize });
    const batch = { after, upTo };
    const alerts = await database.transaction(async (tx) => {
      const written = await writeAlerts(tx, { book, keys, batch, now: context.clock.now() });
      if (written.length > 0) await deliverAlerts(context, tx, book, written);
      return written;
    });
    if (alerts.length > 0)
      events.publish(wantedChanged, { userIds: [...new Set(alerts.map(({ userId }) => userId))] });
    after = upTo;
  }
  await database.transaction((tx) => writeCount(tx, context, book));
}

/** The users of a transaction: those after one up to another; null: all that are left. */
type UserBatch = { after: string; upTo: string | null };

/**
 * The user of the last entry of a batch, all of whose entries belong to it: nobody is alerted twice. Each key
 * gives no more entries than the batch has: the work grows with the entries, not with their square.
 */
async function findBatchEnd(
  { database }: WantedContext,
  keys: string[],
  { after, batchSize }: { after: string; batchSize: number },
): Promise<string | null> {
  const { rows } = await database.pool.query<{ user_id: string }>({
    name: 'wanted-batch-end',
    text: `SELECT next.user_id FROM unnest($1::text[]) AS given(match_key)
      CROSS JOIN LATERAL (SELECT e.user_id FROM wanted_entries e
        WHERE e.match_key = given.match_key AND e.deleted_at IS NULL AND e.user_id > $2
        ORDER BY e.user_id LIMIT $3) next
      ORDER BY next.user_id OFFSET $3::int - 1 LIMIT 1`,
    values: [keys, after, batchSize],
  });
  return rows[0]?.user_id ?? null;
}

async function findAvailableBook(
  { database, clock }: WantedContext,
  bookId: string,
): Promise<AvailableBook | undefined> {
  const { rows } = await database.pool.query<AvailableBook>({
    name: 'available-book',
    text: `SELECT b.id, u.mailbox AS "sellerMailbox", u.email_verified AS "isSellerVerified", b.isbn,
        tsvector_to_array(ts_filter(b.search, '{a,b,c,d}')) AS words, b.course_codes AS "courseCodes"
      FROM books b JOIN users u ON u.id = b.seller_id WHERE b.id = $1 AND ${isAvailableSql('b', '$2')}`,
    values: [bookId, clock.now()],
  });
  return rows[0];
}

/** Writes missing alerts in one order: two processes never deadlock; what one has written, the other skips. */
async function writeAlerts(
  tx: Transaction,
  { book, keys, batch, now }: { book: AvailableBook; keys: string[]; batch: UserBatch; now: Date },
): Promise<NewAlert[]> {
  const end = batch.upTo === null ? sql`` : sql`AND e.user_id <= ${batch.upTo}`;
  const { rows } = await tx.execute<NewAlert>(sql`WITH due AS (
      SELECT e.id, e.user_id, e.isbn IS NOT NULL AS is_exact, b.price FROM wanted_entries e
        JOIN books b ON b.id = ${book.id} AND ${sql.raw(isAvailableSql('b', now))}
      WHERE e.match_key = ANY(${sql.param(keys)}::text[]) AND e.deleted_at IS NULL AND e.user_id <> b.seller_id
        AND ${sql.raw(MATCHES_SQL)} AND e.user_id > ${batch.after} ${end}
        AND NOT ${sql.raw(isBlockedSql('e.user_id', 'b.seller_id'))}
        AND NOT EXISTS (SELECT FROM wanted_alerts a WHERE a.entry_id = e.id AND a.book_id = b.id)),
    written AS (
      INSERT INTO wanted_alerts (entry_id, book_id, user_id, price, created_at)
      SELECT id, ${book.id}::uuid, user_id, price, ${now} FROM due
      ORDER BY user_id, id ON CONFLICT DO NOTHING RETURNING entry_id, user_id)
    SELECT w.entry_id AS "entryId", w.user_id AS "userId", d.is_exact AS "isExact"
    FROM written w JOIN due d ON d.id = w.entry_id`);
  return rows;
}

/**
 * The seller reads how many were alerted when the listing was posted. Later comparisons leave that number:
 * changing the price step by step would otherwise reveal what a student pays at most.
 */
async function writeCount(tx: Transaction, context: WantedContext, { id }: AvailableBook): Promise<void> {
  await tx.execute(sql`INSERT INTO matched_books (book_id, students, matched_at)
    SELECT ${id}::uuid, ${sql.raw(countStudentsSql(context, 'a.user_id', 'b.seller_id'))},
      ${context.clock.now()}::timestamptz
    FROM wanted_alerts a JOIN books b ON b.id = a.book_id WHERE a.book_id = ${id}
    HAVING EXISTS (SELECT FROM books WHERE id = ${id})
    ON CONFLICT (book_id) DO NOTHING`);
}
