import { type SQL, sql } from 'drizzle-orm';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { lockTrade, type TradeContext } from './with-trade.ts';

/** The books of offers and reservations that are over by time. */
export const selectOverdueBooks = (now: Date): SQL => sql`
  SELECT book_id AS id FROM offers WHERE state = 'pending' AND expires_at <= ${now}
  UNION ALL SELECT book_id FROM reservations WHERE state = 'active' AND until <= ${now}`;

/** When the next one is over. */
export const selectNextOverdue = (): SQL => sql`SELECT least(
  (SELECT min(expires_at) FROM offers WHERE state = 'pending'),
  (SELECT min(until) FROM reservations WHERE state = 'active'))`;

/**
 * Ends the offers and reservations that are over by time. Pages and actions read the time, so this may run late; wanted entries are
 * matched when it runs.
 */
export async function endOverdueTrades(context: TradeContext & Pick<ServerContext, 'log'>): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  await forEachDue(context, {
    failure: 'what is over by time of a book could not be ended',
    read: async (after, limit) => {
      const { rows } = await database.orm.execute<{ id: string }>(sql`
        SELECT DISTINCT id FROM (${selectOverdueBooks(now)}) overdue WHERE id > ${after} ORDER BY id LIMIT ${limit}`);
      return rows;
    },
    act: async (tx, { id }) => {
      await lockTrade(context, tx, id, now);
    },
  });
}
