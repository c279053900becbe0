import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { caseEvents, cases } from '../table.ts';

/** The work of a deleted member, without the member; a case about a deleted user keeps what was decided, without them and without notes. */
export const casePersonalData: PersonalDataHandler = {
  name: 'cases',
  async remove(tx, { id }) {
    await tx
      .update(cases)
      .set({ state: 'open', takenBy: null, takenAt: null })
      .where(and(eq(cases.takenBy, id), eq(cases.state, 'in-review')));
    await tx.update(cases).set({ takenBy: null, takenAt: null }).where(eq(cases.takenBy, id));
    await tx.update(caseEvents).set({ actorId: null }).where(eq(caseEvents.actorId, id));
    const about = tx.select({ id: cases.id }).from(cases).where(eq(cases.userId, id));
    await tx
      .update(caseEvents)
      .set({ note: '' })
      .where(and(inArray(caseEvents.caseId, about), ne(caseEvents.note, '')));
    // An id that no user has.
    await tx
      .update(cases)
      .set({ targetId: sql`${cases.id}::text` })
      .where(and(eq(cases.targetKind, 'user'), eq(cases.targetId, id)));
  },
};
