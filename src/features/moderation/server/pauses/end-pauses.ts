import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import { bookChanged } from '#features/books/server/public.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { endMeasures } from '../measures/end-measures.ts';
import { type PauseContext, resumeUser } from './pause-user.ts';

/** The users whose pause is over, and the measures. */
export const selectOverPauses = (now: Date): SQL => sql`
  SELECT id FROM users WHERE paused_until <= ${now}
  UNION ALL SELECT id FROM measures WHERE state = 'active' AND ends_at <= ${now}`;

/** When the next pause is over. */
export const selectNextPauseEnd = (): SQL => sql`SELECT least(
  (SELECT min(paused_until) FROM users WHERE paused_until IS NOT NULL),
  (SELECT min(ends_at) FROM measures WHERE state = 'active' AND ends_at IS NOT NULL))`;

/** Ends the pauses that are over. The door decides by the time, so only the listings wait for it. */
export async function endPauses(
  context: PauseContext & Pick<ServerContext, 'database' | 'clock' | 'log'>,
): Promise<void> {
  const { database, clock, events } = context;
  const now = clock.now();
  await database.transaction((tx) => endMeasures({ events }, tx, now));
  await forEachDue(context, {
    failure: 'a pause could not be ended',
    read: async (after, limit) => {
      const { rows } = await database.orm.execute<{ id: string }>(sql`
        SELECT id FROM users WHERE paused_until <= ${now} AND id > ${after} ORDER BY id LIMIT ${limit}`);
      return rows;
    },
    act: async (tx, { id }) => {
      // Another process may have ended it, or a moderator begun another.
      const isOver = and(eq(users.id, id), lte(users.pausedUntil, now));
      if ((await tx.$count(users, isOver)) === 0) return;
      for (const book of await resumeUser(context, tx, id, now))
        events.publish(bookChanged, { bookId: book.id, sellerId: book.sellerId });
    },
  });
}
