import { and, desc, eq, ne, type SQL } from 'drizzle-orm';
import type { Orm } from '#platform/server/database/database.ts';
import type { StaffMeasure } from '../../contract.ts';
import { measures } from '../table.ts';
import { toStaffMeasures } from './staff-measures.ts';

const MAX_MEASURES_OF_CASE = 100;
const MAX_EARLIER_MEASURES = 20;

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
