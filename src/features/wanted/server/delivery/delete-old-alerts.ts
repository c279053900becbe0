import { type SQL, sql } from 'drizzle-orm';
import { books } from '#features/books/server/table.ts';
import { NOTIFIED_WINDOW_MS, OLD_ALERT_MS } from '../../rules.ts';
import { wantedAlerts } from '../table.ts';
import type { WantedContext } from '../wanted-context.ts';

/** Alerts per statement: a user who reads theirs waits no longer than for these. */
const BATCH_SIZE = 500;

/**
 * Deletes the alerts of listings deleted long ago, and those of listings that are gone with their seller once
 * they limit no messages any more. Those of sold ones are only marked as seen: a sold listing
 * may be available again, and then its alerts prevent that it alerts the same users a second time.
 */
export async function deleteOldAlerts({
  database,
  clock,
}: Pick<WantedContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - OLD_ALERT_MS);
  const selectBatch = (condition: SQL) => sql`SELECT a.entry_id, a.book_id
    FROM ${wantedAlerts} a JOIN ${books} b ON b.id = a.book_id
    WHERE ${condition} LIMIT ${BATCH_SIZE} FOR UPDATE OF a SKIP LOCKED`;
  const deleted = selectBatch(sql`b.deleted_at <= ${before}`);
  const sold = selectBatch(sql`a.seen_at IS NULL AND b.sold_at <= ${before}`);
  const counted = new Date(now.getTime() - NOTIFIED_WINDOW_MS);
  const gone = sql`SELECT a.entry_id, a.book_id FROM ${wantedAlerts} a
    WHERE a.created_at <= ${counted} AND NOT EXISTS (SELECT FROM ${books} b WHERE b.id = a.book_id)
    LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`;
  for (const statement of [
    sql`DELETE FROM ${wantedAlerts} WHERE (entry_id, book_id) IN (${gone})`,
    sql`DELETE FROM ${wantedAlerts} WHERE (entry_id, book_id) IN (${deleted})`,
    sql`UPDATE ${wantedAlerts} SET seen_at = ${now} WHERE (entry_id, book_id) IN (${sold})`,
  ])
    while ((await database.orm.execute(statement)).rowCount === BATCH_SIZE);
}
