import { lte, sql } from 'drizzle-orm';
import { books } from '#features/books/server/public.ts';
import { OLD_ALERT_MS } from '../../rules.ts';
import { wantedAlerts } from '../table.ts';
import type { WantedContext } from '../wanted-context.ts';

/**
 * Deletes the alerts of listings deleted long ago. Those of sold ones are only marked as seen: a sold listing
 * may be available again, and then its alerts prevent that it alerts the same users a second time.
 */
export async function deleteOldAlerts({
  database,
  clock,
}: Pick<WantedContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - OLD_ALERT_MS);
  const ofBooks = (column: typeof books.deletedAt | typeof books.soldAt) =>
    sql`EXISTS (SELECT FROM ${books} WHERE ${books.id} = ${wantedAlerts.bookId} AND ${lte(column, before)})`;
  await database.orm.delete(wantedAlerts).where(ofBooks(books.deletedAt));
  await database.orm
    .update(wantedAlerts)
    .set({ seenAt: now })
    .where(sql`${wantedAlerts.seenAt} IS NULL AND ${ofBooks(books.soldAt)}`);
}
