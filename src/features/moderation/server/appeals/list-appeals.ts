import { and, eq, isNull, notInArray, or } from 'drizzle-orm';
import { findAccountsOfPerson } from '#features/accounts/server/public.ts';
import { type Paging, selectPage } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { StaffAppeal } from '../../measure-schemas.ts';
import type { CaseRow, Decider } from '../measures/lock-case.ts';
import type { MeasureRow } from '../measures/record-measure.ts';
import { toStaffMeasures } from '../measures/staff-measures.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { appeals, cases, measures } from '../table.ts';
import { readInterests } from '../measures/interests.ts';
import { refusalOf, usersOfAppeals } from './throw-if-cannot-decide.ts';

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
  const refused = await readRefusals(context, actor, rows);
  return rows.map(({ appeal, measure }, index) => ({
    id: appeal.id,
    caseId: measure.caseId,
    text: appeal.text,
    state: appeal.state,
    measure: staffMeasures[index]!,
    canDecide: !refused.has(appeal.id),
    createdAt: appeal.createdAt.toISOString(),
  }));
}

/** Whether this member may answer an appeal now. */
export async function canDecideAppeal(context: Context, actor: Decider, id: string): Promise<boolean> {
  const rows = await selectAppeals(context.database.orm).where(eq(appeals.id, id));
  return rows.length === 1 && (await readRefusals(context, actor, rows)).size === 0;
}

/** The appeals that this member may not answer, as the server would decide it now: any number by the same number of statements. */
async function readRefusals(
  context: Context,
  actor: Decider,
  rows: readonly AppealRow[],
): Promise<Set<string>> {
  const reading = {
    found: rows.map(({ found }) => found),
    userIds: usersOfAppeals(rows, actor),
    now: context.clock.now(),
  };
  const interests = await readInterests(context, context.database.orm, reading);
  const refused = rows.filter(
    ({ appeal, ...appealed }) =>
      appeal.state !== 'waiting' || refusalOf(interests, { ...appealed, actor }) !== null,
  );
  return new Set(refused.map(({ appeal }) => appeal.id));
}
