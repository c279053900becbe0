import { and, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { detachPhotos } from '#features/photos/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { UNDO_WINDOW_MS } from '../rules.ts';
import { bookChanged, type BookContext } from './book-events.ts';
import { books, IS_NOT_PURGED_SQL, PURGED_FIELDS } from './table.ts';

/** Boosts to expire per run: each sends an event to all connected browsers. */
const EXPIRE_BATCH_SIZE = 100;

export const selectBoostsToExpire = (now: Date): SQL =>
  sql`SELECT id FROM books WHERE is_active AND is_boosted AND boosted_until <= ${now}`;

/** Clears the flag of boosts that are over, so that the boosted arm of the list stays small. */
export async function expireBoosts(
  { database, events }: Pick<BookContext, 'database' | 'events'>,
  now: Date,
): Promise<void> {
  const { rows } = await database.orm.execute<{ id: string; seller_id: string }>(sql`
    UPDATE books SET is_boosted = false, boosted_until = NULL WHERE id IN (
      ${selectBoostsToExpire(now)} ORDER BY boosted_until, id LIMIT ${EXPIRE_BATCH_SIZE} FOR UPDATE SKIP LOCKED)
    RETURNING id, seller_id`);
  for (const row of rows) events.publish(bookChanged, { bookId: row.id, sellerId: row.seller_id });
}

const PURGE_BATCH_SIZE = 200;

const isToBePurged = (now: Date) =>
  and(lt(books.deletedAt, new Date(now.getTime() - UNDO_WINDOW_MS)), sql.raw(IS_NOT_PURGED_SQL));

export const selectBooksToPurge = (now: Date): SQL => sql`SELECT FROM ${books} WHERE ${isToBePurged(now)}`;

/** Purges books deleted long ago except for their titles, which conversations still show. */
export async function purgeDeletedBooks(database: Database, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const due = tx
      .select({ id: books.id })
      .from(books)
      .where(isToBePurged(now))
      .orderBy(books.deletedAt)
      .limit(PURGE_BATCH_SIZE)
      .for('update', { skipLocked: true });
    const purged = await tx
      .update(books)
      .set(PURGED_FIELDS)
      .where(inArray(books.id, due))
      .returning({ id: books.id });
    await detachPhotos(
      tx,
      purged.map(({ id }) => id),
    );
  });
}

/** Deletes the viewers of earlier days; their views are already counted. */
export async function deleteOldViews(database: Database, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  await database.pool.query('DELETE FROM book_views WHERE day < $1::date', [yesterday]);
}
