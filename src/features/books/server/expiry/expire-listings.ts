import { bookChanged, type BookContext } from '../book-events.ts';

/**
 * Listings per statement, and events per run: each event reaches all connected browsers. Beyond them browsers
 * see by `expiresAt` what has ended.
 */
const BATCH_SIZE = 500;
const MAX_EVENTS = 100;

type Changed = { id: string; seller_id: string };

/** Listings whose time is over leave the indexes of the lists, with their boosts, which ended before. */
const EXPIRE_SQL = `UPDATE books SET is_active = false, is_expired = true, is_boosted = false, boosted_until = NULL
  WHERE id IN (
    SELECT id FROM books WHERE NOT is_expired AND sold_at IS NULL AND deleted_at IS NULL
      AND expires_at <= $1 AND (boosted_until IS NULL OR boosted_until <= $1)
    ORDER BY expires_at, id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
  RETURNING id, seller_id`;

/** Those that expired at a time that the clock of the machine had before it was set back. */
const RETURN_SQL = `UPDATE books SET is_active = true, is_expired = false
  WHERE id IN (
    SELECT id FROM books WHERE is_expired AND sold_at IS NULL AND deleted_at IS NULL AND expires_at > $1
    ORDER BY expires_at, id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
  RETURNING id, seller_id`;

/**
 * Stores which listings are expired. Lists and pages decide by the time, so this may run late; it keeps the
 * indexes of the lists free of what they do not show.
 */
export async function expireListings(
  { database, events }: Pick<BookContext, 'database' | 'events'>,
  now: Date,
): Promise<void> {
  let eventsLeft = MAX_EVENTS;
  for (const text of [EXPIRE_SQL, RETURN_SQL]) {
    for (;;) {
      const { rows } = await database.pool.query<Changed>(text, [now]);
      for (const row of rows.slice(0, eventsLeft))
        events.publish(bookChanged, { bookId: row.id, sellerId: row.seller_id });
      eventsLeft -= Math.min(eventsLeft, rows.length);
      if (rows.length < BATCH_SIZE) break;
    }
  }
}
