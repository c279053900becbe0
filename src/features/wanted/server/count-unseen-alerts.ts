import { and, eq, isNull, lte } from 'drizzle-orm';
import { hasBlockedSql } from '#features/blocks/server/public.ts';
import { isListedSql } from '#features/books/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { MAX_COUNTED_ALERTS } from '../rules.ts';
import { MATCHES_SQL } from './matching/matches-sql.ts';
import { wantedAlerts } from './table.ts';
import type { WantedContext } from './wanted-context.ts';
import { wantedChanged } from './wanted-events.ts';

const UNSEEN_SQL = `SELECT count(*)::int AS unseen FROM (SELECT FROM wanted_alerts a
  JOIN wanted_entries e ON e.id = a.entry_id AND e.deleted_at IS NULL JOIN books b ON b.id = a.book_id AND ${isListedSql('b', '$2')}
  WHERE a.user_id = $1 AND a.seen_at IS NULL AND ${MATCHES_SQL} AND NOT ${hasBlockedSql('$1', 'b.seller_id')}
  LIMIT ${MAX_COUNTED_ALERTS}) counted`;

/** The alerts that the actor has not seen yet. */
export async function countUnseenAlerts(
  { pool }: Database,
  actorId: string,
  now: Date,
): Promise<{ unseen: number }> {
  const { rows } = await pool.query<{ unseen: number }>({
    name: 'unseen-wanted-alerts',
    text: UNSEEN_SQL,
    values: [actorId, now],
  });
  return rows[0]!;
}

/** Marks the actor's alerts up to a time as seen. Returns how many are left. */
export async function markAlertsSeen(
  { database, events, clock }: Pick<WantedContext, 'database' | 'events' | 'clock'>,
  actorId: string,
  upTo: Date,
): Promise<{ unseen: number }> {
  const { rowCount } = await database.orm
    .update(wantedAlerts)
    .set({ seenAt: clock.now() })
    .where(
      and(eq(wantedAlerts.userId, actorId), isNull(wantedAlerts.seenAt), lte(wantedAlerts.createdAt, upTo)),
    );
  if (rowCount) events.publish(wantedChanged, { userIds: [actorId] });
  return countUnseenAlerts(database, actorId, clock.now());
}
