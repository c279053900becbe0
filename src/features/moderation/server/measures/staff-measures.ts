import { and, desc, eq, inArray, ne, type SQL } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import type { Orm } from '#platform/server/database/database.ts';
import { moderationProblem } from '../../contract.ts';
import type { StaffMeasure } from '../../measure-schemas.ts';
import { appeals, measures } from '../table.ts';
import type { MeasureRow } from './record-measure.ts';

const MAX_MEASURES_OF_CASE = 100;
const MAX_EARLIER_MEASURES = 20;

/** Measures as staff read them, in the order of the rows. */
export async function toStaffMeasures(orm: Orm, rows: readonly MeasureRow[]): Promise<StaffMeasure[]> {
  const ids = rows.map(({ id }) => id);
  const found = await orm.select().from(appeals).where(inArray(appeals.measureId, ids));
  const appealOf = new Map(found.map((appeal) => [appeal.measureId, appeal]));
  const names = await findNames(
    orm,
    rows.map(({ decidedBy }) => decidedBy),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    state: row.state,
    reason: row.reason,
    source: row.source,
    reviewId: row.reviewId,
    title: row.title,
    note: row.note,
    internalNote: row.internalNote,
    days: row.days,
    until: row.endsAt?.toISOString() ?? null,
    decidedBy: row.decidedBy === null ? null : { id: row.decidedBy, name: names.get(row.decidedBy) ?? null },
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    appeal: toAppeal(appealOf.get(row.id)),
  }));
}

const toAppeal = (appeal: typeof appeals.$inferSelect | undefined): StaffMeasure['appeal'] =>
  appeal === undefined
    ? null
    : {
        id: appeal.id,
        text: appeal.text,
        state: appeal.state,
        note: appeal.note,
        createdAt: appeal.createdAt.toISOString(),
        decidedAt: appeal.decidedAt?.toISOString() ?? null,
      };

async function findNames(orm: Orm, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const found = await orm
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, wanted));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Throws 'measure-not-found'. */
export async function readMeasure(orm: Orm, id: string): Promise<StaffMeasure> {
  const rows = await orm.select().from(measures).where(eq(measures.id, id));
  const [measure] = await toStaffMeasures(orm, rows);
  if (measure === undefined) throw moderationProblem('measure-not-found');
  return measure;
}

/** The newest first. */
async function listMeasures(orm: Orm, where: SQL | undefined, limit: number): Promise<StaffMeasure[]> {
  const newestFirst = [desc(measures.createdAt), desc(measures.id)];
  const rows = await orm
    .select()
    .from(measures)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit);
  return rows.length === 0 ? [] : toStaffMeasures(orm, rows);
}

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
