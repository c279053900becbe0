import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { addCaseEvent, markCaseClosed } from '../cases/add-to-case.ts';
import { caseChanged } from '../case-hooks.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { appeals, measures } from '../table.ts';
import { hasOtherWork } from './has-other-work.ts';

type Withdrawal = {
  userId: string;
  /** The member and the measure of the deletion; undefined if users delete their own account. */
  by?: { actorId: string; measureId: string };
  now: Date;
};

/**
 * Of a user who is deleted: nobody would read the answers. What came in besides keeps their cases open. The event that
 * closes a case names the measure of the deletion, or else the one whose appeal is withdrawn.
 */
export async function withdrawAppeals(
  { events }: Pick<ModerationContext, 'events'>,
  tx: Transaction,
  { userId, by, now }: Withdrawal,
): Promise<void> {
  const waiting = await tx
    .select({ id: appeals.id, caseId: measures.caseId, measureId: measures.id })
    .from(appeals)
    .innerJoin(measures, eq(measures.id, appeals.measureId))
    .where(and(eq(measures.userId, userId), eq(appeals.state, 'waiting')));
  if (waiting.length === 0) return;
  await tx.delete(appeals).where(
    inArray(
      appeals.id,
      waiting.map((appeal) => appeal.id),
    ),
  );
  for (const [caseId, measureId] of new Map(waiting.map((appeal) => [appeal.caseId, appeal.measureId]))) {
    if (!(await hasOtherWork(tx, caseId)) && (await markCaseClosed(tx, caseId, now)))
      await addCaseEvent(tx, { caseId, kind: 'closed', measureId, ...by, at: now });
    events.publish(caseChanged, { caseId });
  }
}
