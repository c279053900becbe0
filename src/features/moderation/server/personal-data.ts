import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { withdrawAppeals } from './appeals/withdraw-appeals.ts';
import { appeals, measures } from './table.ts';

/**
 * The decisions about a user, with their appeals. A deleted user leaves the decisions without person, title and words,
 * and no appeal that waits. Of a member of the team the decisions stay without the member.
 */
export const createDecisionPersonalData = (context: Pick<ServerContext, 'events'>): PersonalDataHandler => ({
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
    await withdrawAppeals(context, tx, { userId: id, now });
    const own = tx.select({ id: measures.id }).from(measures).where(eq(measures.userId, id));
    await tx.update(appeals).set({ text: '', note: '' }).where(inArray(appeals.measureId, own));
    await tx
      .update(measures)
      .set({ userId: null, title: null, note: '', internalNote: '', liftNote: '' })
      .where(eq(measures.userId, id));
    await clearMember(tx, id);
  },
});

async function clearMember(tx: Transaction, id: string): Promise<void> {
  await tx.update(appeals).set({ decidedBy: null }).where(eq(appeals.decidedBy, id));
  await tx
    .update(measures)
    .set({
      decidedBy: sql`nullif(${measures.decidedBy}, ${id})`,
      liftedBy: sql`nullif(${measures.liftedBy}, ${id})`,
    })
    .where(or(eq(measures.decidedBy, id), eq(measures.liftedBy, id)));
}
