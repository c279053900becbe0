import { type SQL, sql } from 'drizzle-orm';
import { bookChanged, type BookContext } from '../book-events.ts';

/** Boosts to expire per run: each sends an event to all connected browsers. */
const EXPIRE_BATCH_SIZE = 100;

export const selectBoostsToExpire = (now: Date): SQL =>
  sql`SELECT id FROM books WHERE is_active AND is_boosted AND boosted_until <= ${now}`;

/** When the next boost is over. */
export const selectNextBoostEnd = (): SQL =>
  sql`SELECT min(boosted_until) FROM books WHERE is_active AND is_boosted`;

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
