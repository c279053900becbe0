import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { caseEvents, cases } from '../table.ts';

/** Whether anything but appeals has come in since the case was opened last. */
export async function hasOtherWork(tx: Transaction, caseId: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: caseEvents.id })
    .from(caseEvents)
    .innerJoin(cases, eq(cases.id, caseEvents.caseId))
    .where(
      and(
        eq(cases.id, caseId),
        inArray(caseEvents.kind, ['report-received', 'notice-received', 'first-listing-received']),
        sql`${caseEvents.at} >= ${cases.openedAt}`,
      ),
    )
    .limit(1);
  return other !== undefined;
}
