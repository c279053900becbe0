import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { addCaseEvent, markCaseClosed } from './cases/add-to-case.ts';
import { appeals, caseEvents, cases, measures } from './table.ts';

/**
 * The decisions about a user, with their appeals. A deleted user leaves the decisions without person, title and words,
 * and no appeal that waits. Of a member of the team the decisions stay without the member.
 */
export const decisionPersonalData: PersonalDataHandler = {
  name: 'decisions',
  async export({ orm }, userId) {
    const rows = await orm
      .select({ measure: measures, appeal: appeals })
      .from(measures)
      .leftJoin(appeals, eq(appeals.measureId, measures.id))
      .where(eq(measures.userId, userId))
      .orderBy(asc(measures.createdAt));
    return rows.map(({ measure, appeal }) => {
      const { id, kind, title, reason, note, source, state, endsAt, endedAt, liftNote, createdAt } = measure;
      const own = appeal && {
        text: appeal.text,
        state: appeal.state,
        answer: appeal.note,
        createdAt: appeal.createdAt,
        decidedAt: appeal.decidedAt,
      };
      const same = { id, kind, title, reason, note, source, state };
      return {
        ...same,
        until: endsAt,
        endedAt,
        liftNote,
        createdAt,
        appeal: own,
      };
    });
  },
  async remove(tx, { id }, now) {
    await withdrawAppeals(tx, id, now);
    const own = tx.select({ id: measures.id }).from(measures).where(eq(measures.userId, id));
    await tx.update(appeals).set({ text: '', note: '' }).where(inArray(appeals.measureId, own));
    await tx
      .update(measures)
      .set({ userId: null, title: null, note: '', internalNote: '', liftNote: '' })
      .where(eq(measures.userId, id));
    await forgetMember(tx, id);
  },
};

/** Nobody would read the answers. What came in besides keeps their cases open. */
async function withdrawAppeals(tx: Transaction, userId: string, now: Date): Promise<void> {
  const waiting = await tx
    .select({ id: appeals.id, caseId: measures.caseId })
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
  for (const caseId of new Set(waiting.map((appeal) => appeal.caseId)))
    if (!(await hasOtherWork(tx, caseId)) && (await markCaseClosed(tx, caseId, now)))
      await addCaseEvent(tx, { caseId, kind: 'closed', at: now });
}

/** Whether anything but appeals has come in since the case was opened last. */
async function hasOtherWork(tx: Transaction, caseId: string): Promise<boolean> {
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

async function forgetMember(tx: Transaction, id: string): Promise<void> {
  await tx.update(appeals).set({ decidedBy: null }).where(eq(appeals.decidedBy, id));
  await tx
    .update(measures)
    .set({
      decidedBy: sql`nullif(${measures.decidedBy}, ${id})`,
      liftedBy: sql`nullif(${measures.liftedBy}, ${id})`,
    })
    .where(or(eq(measures.decidedBy, id), eq(measures.liftedBy, id)));
}
