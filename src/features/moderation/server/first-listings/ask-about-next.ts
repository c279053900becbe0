import { type SQL, sql } from 'drizzle-orm';
import type { FirstListingHook } from '#features/books/server/public.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { hasOpenReviewSql } from './add-first-listing.ts';

/** SQL: whether a listing waits for its review, and for nothing else. */
const waitsSql = (book: string): string =>
  `(${book}.hidden_by @> '{review}' AND ${book}.hidden_by = '{review}' AND ${book}.deleted_at IS NULL)`;

/** The oldest such listing of each seller without an open case. */
const unasked = sql.raw(`SELECT b.seller_id AS id, b.id AS "bookId" FROM books b
  WHERE ${waitsSql('b')} AND NOT ${hasOpenReviewSql('b.seller_id')}
    AND NOT EXISTS (SELECT FROM books older WHERE older.seller_id = b.seller_id AND older.id < b.id
      AND ${waitsSql('older')})`);

export const selectUnasked = (): SQL => sql`SELECT id FROM (${unasked}) waiting`;

/** Since when the oldest of them waits. */
export const selectNextUnasked = (): SQL =>
  sql`SELECT min(b.hidden_at) FROM (${unasked}) waiting JOIN books b ON b.id = waiting."bookId"`;

/**
 * Asks the team about a listing of each seller of whom none is asked about: the first one was deleted, hidden or removed,
 * or its case closed with another measure. They would wait permanently.
 */
export async function askAboutNext(
  context: Pick<ServerContext, 'database' | 'clock' | 'log'>,
  ask: FirstListingHook,
): Promise<void> {
  const { database, clock } = context;
  await forEachDue(context, {
    failure: 'the next listing of a seller could not be reviewed',
    read: async (after, limit) => {
      const { rows } = await database.orm.execute<{ id: string; bookId: string }>(sql`
        SELECT * FROM (${unasked}) waiting WHERE id > ${after} ORDER BY id LIMIT ${limit}`);
      return rows;
    },
    act: (tx, { id, bookId }) => ask(tx, { bookId, sellerId: id }, clock.now()),
  });
}
