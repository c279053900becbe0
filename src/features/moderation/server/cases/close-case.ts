import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import type { MeasureKind } from '../../rules.ts';
import { withdrawAppeals } from '../appeals/withdraw-appeals.ts';
import { caseChanged } from '../case-hooks.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { caseEvents, cases } from '../table.ts';
import { addCaseEvent, markCaseClosed } from './add-to-case.ts';

type Closing = {
  caseId: string;
  /** Null: a program. */
  actorId: string | null;
  /** The measure that closes it; null: without one. */
  measure: MeasureKind | null;
  /** For staff. */
  note: string;
  /** An event of the history says already what closes it. */
  isInHistory?: boolean;
  now: Date;
};

/**
 * Closes a case, and tells those who wrote what came of it: after a measure, after the answer to an appeal, or without
 * either. False if it is closed already, or an appeal of it waits.
 */
export async function closeCase(
  { events, sources }: Pick<ModerationContext, 'events' | 'sources'>,
  tx: Transaction,
  { caseId, actorId, measure, note, isInHistory = measure !== null, now }: Closing,
): Promise<boolean> {
  if (!(await markCaseClosed(tx, caseId, now))) return false;
  if (!isInHistory) await addCaseEvent(tx, { caseId, kind: 'closed', actorId, note, at: now });
  const hours = await findHours(tx, caseId, now);
  await recordAdminAction(tx, {
    actorId,
    action: 'case-closed',
    target: { kind: 'case', id: caseId },
    details: { measure: measure ?? 'none', ...(hours !== null && { hours }) },
    now,
  });
  for (const source of sources) await source.onClosed(tx, { caseId, measure, now });
  events.publish(caseChanged, { caseId });
  return true;
}

/**
 * The hours from the first report or notice to the decision, which the public median counts; null without one: what
 * staff do unasked, a first listing, and an appeal, whose answer has its own.
 */
async function findHours(tx: Transaction, caseId: string, now: Date): Promise<number | null> {
  const [{ at } = { at: null }] = await tx
    .select({ at: sql<Date | null>`min(${caseEvents.at})`.mapWith(caseEvents.at) })
    .from(caseEvents)
    .innerJoin(cases, eq(cases.id, caseEvents.caseId))
    .where(
      and(
        eq(cases.id, caseId),
        inArray(caseEvents.kind, ['report-received', 'notice-received']),
        sql`${caseEvents.at} >= ${cases.openedAt}`,
      ),
    );
  return at === null ? null : toHours(now.getTime() - at.getTime());
}

/** With one decimal. */
export const toHours = (ms: number): number => Math.round((ms / HOUR_MS) * 10) / 10;

/** `measureId`: of the deletion. */
type Deletion = { userId: string; exceptCaseId: string; actorId: string; measureId: string; now: Date };

/**
 * Before a user is deleted as a measure: withdraws their appeals, closes the other cases about them, and tells those who
 * wrote, also of the case of the measure, because reports are deleted with the user.
 */
export async function closeCasesOfDeleted(
  context: Pick<ModerationContext, 'events' | 'sources'>,
  tx: Transaction,
  { userId, exceptCaseId, actorId, measureId, now }: Deletion,
): Promise<void> {
  await withdrawAppeals(context, tx, { userId, by: { actorId, measureId }, now });
  const open = await tx
    .select({ caseId: cases.id })
    .from(cases)
    .where(and(eq(cases.userId, userId), ne(cases.state, 'closed')))
    .orderBy(cases.id)
    .for('no key update');
  for (const { caseId } of open) {
    if (caseId === exceptCaseId) {
      for (const source of context.sources) await source.onClosed(tx, { caseId, measure: 'delete', now });
      continue;
    }
    await addCaseEvent(tx, { caseId, kind: 'closed', actorId, measureId, at: now });
    await closeCase(context, tx, { caseId, actorId, measure: 'delete', note: '', now });
  }
}
