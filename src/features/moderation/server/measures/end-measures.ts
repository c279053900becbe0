import { and, eq, lte } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { addCaseEvent } from '../cases/add-to-case.ts';
import { measures } from '../table.ts';

/** Marks the pauses whose time is over. Returns their users, with those of users who were deleted left out. */
export async function endMeasures(tx: Transaction, now: Date): Promise<string[]> {
  const ended = await tx
    .update(measures)
    .set({ state: 'ended', endedAt: measures.endsAt })
    .where(and(eq(measures.state, 'active'), eq(measures.kind, 'pause'), lte(measures.endsAt, now)))
    .returning();
  for (const { id, caseId, endsAt } of ended)
    await addCaseEvent(tx, { caseId, kind: 'measure-ended', measureId: id, at: endsAt ?? now });
  return ended.flatMap(({ userId }) => (userId === null ? [] : [userId]));
}
