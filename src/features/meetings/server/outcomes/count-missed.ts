import { lte } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DISPUTE_MS, MIN_SHOWN_MISSED, MISSED_PERIOD_MS } from '../../outcome-rules.ts';
import { missedMeetings } from '../table.ts';

/**
 * SQL: the missed meetings that the profile of a user tells of; 0 below `MIN_SHOWN_MISSED`. Each mailbox of others
 * counts once. `userId` and `now`: expressions.
 */
export const shownMissedSql = (
  userId: string,
  now: string,
): string => `(SELECT CASE WHEN missed.count >= ${MIN_SHOWN_MISSED}
    THEN missed.count ELSE 0 END
  FROM (SELECT count(DISTINCT said_by_mailbox)::int AS count FROM missed_meetings
    WHERE user_id = ${userId} AND disputed_at IS NULL AND said_at <= ${now} - interval '${DISPUTE_MS} milliseconds'
      AND started_at > ${now} - interval '${MISSED_PERIOD_MS} milliseconds') missed)`;

/** Deletes what no profile counts any more. */
export async function deleteOldMissed({
  database,
  clock,
}: Pick<ServerContext, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - MISSED_PERIOD_MS);
  await database.orm.delete(missedMeetings).where(lte(missedMeetings.startedAt, before));
}
