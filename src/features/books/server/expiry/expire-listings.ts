import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { bookChanged, type BookContext } from '../book-events.ts';
import { delistBooks } from '../availability/delist-books.ts';
import { books } from '../table.ts';

/** Listings per statement, and events per run: beyond them browsers see by `expiresAt` what has ended. */
const BATCH_SIZE = 500;
const MAX_EVENTS = 100;

type Changed = { id: string; sellerId: string };

/**
 * Listings whose time is over leave the indexes of the lists, with their boosts, which ended before. The time of hidden
 * ones stands still.
 */
const expireBatch = (database: Database, now: Date): Promise<Changed[]> =>
  database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`${selectOver(now)}
      ORDER BY expires_at, id LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED`);
    return delistBooks(
      tx,
      rows.map(({ id }) => id),
      { isExpired: true, isBoosted: false, boostedUntil: null },
    );
  });

const selectOver = (now: Date) => sql`
  SELECT id FROM ${books} WHERE NOT is_expired AND sold_at IS NULL AND deleted_at IS NULL AND hidden_at IS NULL
    AND expires_at <= ${now} AND (boosted_until IS NULL OR boosted_until <= ${now})`;

/** Those that expired at a time that the clock of the machine had before it was set back. */
const returnBatch = async ({ orm }: Database, now: Date): Promise<Changed[]> => {
  const { rows } =
    await orm.execute<Changed>(sql`UPDATE books SET is_active = hidden_at IS NULL, is_expired = false
    WHERE id IN (${selectExpiredEarly(now)} ORDER BY expires_at, id LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id, seller_id AS "sellerId"`);
  return rows;
};

const selectExpiredEarly = (now: Date) =>
  sql`SELECT id FROM books WHERE is_expired AND sold_at IS NULL AND deleted_at IS NULL AND expires_at > ${now}`;

/** Listings for which `expireListings` has something to do. */
export const selectListingsToExpire = (now: Date): SQL =>
  sql`${selectOver(now)} UNION ALL ${selectExpiredEarly(now)}`;

const isListed = sql`NOT is_expired AND sold_at IS NULL AND deleted_at IS NULL AND hidden_at IS NULL`;

/** When `expireListings` has something to do the next time: a boost may end after its listing. */
export const selectNextListingEnd = (now: Date): SQL => sql`SELECT least(
  (SELECT min(expires_at) FROM ${books} WHERE ${isListed} AND expires_at > ${now}),
  (SELECT min(greatest(expires_at, boosted_until)) FROM ${books} WHERE ${isListed} AND expires_at <= ${now}),
  (SELECT ${now}::timestamptz WHERE EXISTS (${selectExpiredEarly(now)})))`;

/** Stores which listings are expired, so that the indexes of the lists shrink. Lists decide by the time. */
export async function expireListings(
  { database, events }: Pick<BookContext, 'database' | 'events'>,
  now: Date,
): Promise<void> {
  let eventsLeft = MAX_EVENTS;
  for (const change of [expireBatch, returnBatch]) {
    for (;;) {
      const changed = await change(database, now);
      for (const { id: bookId, sellerId } of changed.slice(0, eventsLeft))
        events.publish(bookChanged, { bookId, sellerId });
      eventsLeft -= Math.min(eventsLeft, changed.length);
      if (changed.length < BATCH_SIZE) break;
    }
  }
}
