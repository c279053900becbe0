import { type SQL, sql } from 'drizzle-orm';
import { lockBook } from '#features/books/server/public.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { type OfferContext, settleBook } from '../reservations/settle-book.ts';

/** The books of what is over by time. */
export const selectOverdueBooks = (now: Date): SQL => sql`
  SELECT book_id AS id FROM offers WHERE state = 'pending' AND expires_at <= ${now}
  UNION ALL SELECT book_id FROM reservations WHERE state = 'active' AND until <= ${now}`;

/**
 * Ends what is over by time. Pages and actions read the time, so this may run late; wanted entries are
 * matched when it runs.
 */
export async function endOverdueOffers(context: OfferContext & Pick<ServerContext, 'log'>): Promise<void> {
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
      const book = await lockBook(tx, id);
      if (book !== undefined) await settleBook({ tx, book, now, context });
    },
  });
}
