import { type SQL, sql } from 'drizzle-orm';
import { bookChanged, type BookWorks } from '#features/books/server/public.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { PauseContext } from '../pauses/pause-user.ts';
import { showWaiting } from './show-waiting.ts';

type Context = PauseContext & Pick<ServerContext, 'database' | 'clock' | 'log'> & { works: BookWorks };

/** What waits, while the market asks for no approval. */
export const selectWaiting = (): SQL => sql`SELECT id FROM books WHERE hidden_by @> '{review}'`;

/** Since when the oldest of them does. */
export const selectNextWaiting = (): SQL =>
  sql`SELECT min(hidden_at) FROM books WHERE hidden_by @> '{review}'`;

/** The market asks for no approval any more: what waits is shown. */
export async function showAllWaiting(context: Context): Promise<void> {
  const { database, clock, events } = context;
  const now = clock.now();
  await forEachDue(context, {
    failure: 'the listings of a seller could not be shown',
    read: async (after, limit) => {
      const { rows } = await database.orm.execute<{ id: string }>(sql`
        SELECT DISTINCT seller_id AS id FROM books
        WHERE hidden_by @> '{review}' AND seller_id > ${after} ORDER BY id LIMIT ${limit}`);
      return rows;
    },
    act: async (tx, { id }) => {
      for (const book of await showWaiting(context, tx, id, now))
        events.publish(bookChanged, { bookId: book.id, sellerId: id });
    },
  });
}
