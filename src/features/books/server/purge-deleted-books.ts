import { and, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { detachPhotos } from '#features/photos/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { UNDO_WINDOW_MS } from '../rules.ts';
import { books, IS_NOT_PURGED_SQL, PURGED_FIELDS } from './table.ts';

const PURGE_BATCH_SIZE = 200;

const isToBePurged = (now: Date) =>
  and(lt(books.deletedAt, new Date(now.getTime() - UNDO_WINDOW_MS)), sql.raw(IS_NOT_PURGED_SQL));

export const selectBooksToPurge = (now: Date): SQL => sql`SELECT FROM ${books} WHERE ${isToBePurged(now)}`;

/** When the next one is to be purged. */
export const selectNextPurge = (): SQL => sql`
  SELECT min(deleted_at) + ${UNDO_WINDOW_MS + 1} * interval '1 millisecond' FROM ${books}
  WHERE deleted_at IS NOT NULL AND ${sql.raw(IS_NOT_PURGED_SQL)}`;

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
