import type { Database } from '#platform/server/database/database.ts';
import { undoWindow } from '../rules.ts';

/** Clears the flag of boosts that are over, so that the boosted arm of the list stays small. True if there were any. */
export async function endBoosts(database: Database, now: Date): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    'UPDATE books SET is_boosted = false, boosted_until = NULL WHERE is_boosted AND boosted_until <= $1',
    [now],
  );
  return (rowCount ?? 0) > 0;
}

/** What was deleted for good loses its photos (they become unattached and are swept) and everything but its title. */
export async function emptyDeletedBooks(database: Database, now: Date): Promise<void> {
  await database.pool.query(
    `WITH gone AS (
      UPDATE books SET images = '{}', description = NULL
      WHERE deleted_at < $1 AND (cardinality(images) > 0 OR description IS NOT NULL) RETURNING id)
    UPDATE photos SET book_id = NULL FROM gone WHERE photos.book_id = gone.id`,
    [new Date(now.getTime() - undoWindow)],
  );
}

/** Yesterday's views are counted; who they were is forgotten. */
export async function forgetViewers(database: Database, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - 24 * 3600 * 1000).toISOString().slice(0, 10);
  await database.pool.query('DELETE FROM book_views WHERE day < $1::date', [yesterday]);
}

/** How common each word is among the newest listings: it decides between two corrections that are equally near. */
export async function recountSearchTerms(database: Database): Promise<void> {
  await database.pool.query(
    `INSERT INTO search_terms (term, ndoc)
    SELECT word, ndoc FROM ts_stat('SELECT search FROM books WHERE is_active ORDER BY created_at DESC, id DESC LIMIT 50000')
    WHERE word !~ '^[0-9]{5,}$' ORDER BY word COLLATE "C"
    ON CONFLICT (term) DO UPDATE SET ndoc = excluded.ndoc WHERE search_terms.ndoc <> excluded.ndoc`,
  );
}
