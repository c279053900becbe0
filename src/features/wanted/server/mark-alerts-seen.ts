import { and, eq, isNull, lte } from 'drizzle-orm';
import { countUnseenAlerts } from './count-students.ts';
import { wantedAlerts } from './table.ts';
import type { WantedContext } from './wanted-context.ts';
import { wantedChanged } from './wanted-events.ts';

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
