import { and, desc, eq, ne, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/table.ts';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import type { StaffMeasure } from '../../contract.ts';
import { appeals, measures } from '../table.ts';

const deciders = alias(users, 'decider');

const selectMeasures = (orm: Orm | Transaction) =>
  orm
    .select({ measure: measures, appeal: appeals, deciderName: deciders.name })
    .from(measures)
    .leftJoin(appeals, eq(appeals.measureId, measures.id))
    .leftJoin(deciders, eq(deciders.id, measures.decidedBy));

type Row = Awaited<ReturnType<typeof selectMeasures>>[number];

const newestFirst = [desc(measures.createdAt), desc(measures.id)];

/** As staff read them, the newest first. */
async function listMeasures(orm: Orm, where: SQL | undefined, limit: number): Promise<StaffMeasure[]> {
  const rows = await selectMeasures(orm)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit);
  return rows.map(toStaffMeasure);
}

const MAX_MEASURES_OF_CASE = 100;
const MAX_EARLIER_MEASURES = 20;

export const listMeasuresOfCase = (orm: Orm, caseId: string): Promise<StaffMeasure[]> =>
  listMeasures(orm, eq(measures.caseId, caseId), MAX_MEASURES_OF_CASE);

/** Those about the same person, of other cases. */
export const listEarlierMeasures = (
  orm: Orm,
  { userId, exceptCaseId }: { userId: string; exceptCaseId: string },
): Promise<StaffMeasure[]> =>
  listMeasures(
    orm,
    and(eq(measures.userId, userId), ne(measures.caseId, exceptCaseId)),
    MAX_EARLIER_MEASURES,
  );

function toStaffMeasure({ measure, appeal, deciderName }: Row): StaffMeasure {
  const { id, kind, state, reason, source, title, note, internalNote, days } = measure;
  return {
    ...{ id, kind, state, reason, source, title, note, internalNote, days },
    until: measure.endsAt?.toISOString() ?? null,
    decidedBy: measure.decidedBy === null ? null : { id: measure.decidedBy, name: deciderName },
    createdAt: measure.createdAt.toISOString(),
    endedAt: measure.endedAt?.toISOString() ?? null,
    appeal: appeal && {
      id: appeal.id,
      text: appeal.text,
      state: appeal.state,
      note: appeal.note,
      createdAt: appeal.createdAt.toISOString(),
      decidedAt: appeal.decidedAt?.toISOString() ?? null,
    },
  };
}
