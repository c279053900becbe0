import { type SQL, sql } from 'drizzle-orm';
import { appeals, measures } from '../table.ts';

/** SQL: whether an appeal of a measure of this case waits. `caseId`: an expression of the rows. */
export const waitingAppealSql = (caseId: SQL): SQL => sql`exists (select from ${measures} m
  join ${appeals} a on a.measure_id = m.id where m.case_id = ${caseId} and a.state = 'waiting')`;
