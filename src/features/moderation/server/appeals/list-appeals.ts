import { and, eq, isNull, notInArray, or } from 'drizzle-orm';
import { findAccountsOfPerson } from '#features/accounts/server/public.ts';
import { HttpProblem } from '#platform/shared/problem.ts';
import { type Paging, selectPage } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { StaffAppeal } from '../../measure-schemas.ts';
import type { CaseRow, Decider } from '../measures/lock-case.ts';
import type { MeasureRow } from '../measures/record-measure.ts';
import { toStaffMeasures } from '../measures/staff-measures.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { appeals, cases, measures } from '../table.ts';
import { throwIfCannotDecide } from './throw-if-cannot-decide.ts';

type AppealRow = { appeal: typeof appeals.$inferSelect; measure: MeasureRow; found: CaseRow };

type Context = Pick<ModerationContext, 'database' | 'clock' | 'sources'>;

const selectAppeals = (orm: ModerationContext['database']['orm']) =>
  orm
    .select({ appeal: appeals, measure: measures, found: cases })
    .from(appeals)
    .innerJoin(measures, eq(measures.id, appeals.measureId))
    .innerJoin(cases, eq(cases.id, measures.caseId))
    .$dynamic();

/** Appeals that wait, oldest first; not the reader's own, whose measure tells what only staff read. */
export async function listAppeals(
  context: Context,
  actor: Decider,
  paging: Paging,
): Promise<Page<StaffAppeal>> {
  const own = await findAccountsOfPerson(context.database.orm, actor.id);
  const isOfOther = or(isNull(measures.userId), notInArray(measures.userId, own));
  const page = await selectPage({
    paging,
    columns: { at: appeals.createdAt, id: appeals.id },
    order: 'oldest-first',
    select: ({ after, orderBy, limit }) =>
      selectAppeals(context.database.orm)
        .where(and(eq(appeals.state, 'waiting'), isOfOther, after))
        .orderBy(...orderBy)
        .limit(limit),
    toKeyset: ({ appeal: { createdAt: at, id } }: AppealRow) => ({ at, id }),
    toItem: (row) => row,
  });
  return { items: await toStaffAppeals(context, actor, page.items), next: page.next };
}

export async function readAppeal(context: Context, actor: Decider, id: string): Promise<StaffAppeal> {
  const rows = await selectAppeals(context.database.orm).where(eq(appeals.id, id));
  return (await toStaffAppeals(context, actor, rows))[0]!;
}

async function toStaffAppeals(
  context: Context,
  actor: Decider,
  rows: readonly AppealRow[],
): Promise<StaffAppeal[]> {
  const staffMeasures = await toStaffMeasures(
    context.database.orm,
    rows.map(({ measure }) => measure),
  );
  const items: StaffAppeal[] = [];
  for (const [index, row] of rows.entries())
    items.push({
      id: row.appeal.id,
      caseId: row.measure.caseId,
      text: row.appeal.text,
      state: row.appeal.state,
      measure: staffMeasures[index]!,
      canDecide: await canDecide(context, row, actor),
      createdAt: row.appeal.createdAt.toISOString(),
    });
  return items;
}

/** Whether this member may answer an appeal now. */
export async function canDecideAppeal(context: Context, actor: Decider, id: string): Promise<boolean> {
  const [row] = await selectAppeals(context.database.orm).where(eq(appeals.id, id));
  return row !== undefined && canDecide(context, row, actor);
}

/** As the server would decide it now. */
async function canDecide(context: Context, row: AppealRow, actor: Decider): Promise<boolean> {
  if (row.appeal.state !== 'waiting') return false;
  const now = context.clock.now();
  try {
    await context.database.transaction((tx) => throwIfCannotDecide(context, tx, { ...row, actor, now }));
    return true;
  } catch (error) {
    if (error instanceof HttpProblem) return false;
    throw error;
  }
}
