import { and, eq } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { moderationProblem } from '../../contract.ts';
import type { StaffAppeal } from '../../measure-schemas.ts';
import type { AppealOutcome } from '../../rules.ts';
import { addCaseEvent } from '../cases/add-to-case.ts';
import { closeCase, toHours } from '../cases/close-case.ts';
import { caseChanged } from '../case-hooks.ts';
import { readObjectState } from '../decisions/object-state.ts';
import { sendAnswer, sendAnswerByLink } from '../decisions/send-statements.ts';
import type { Decider } from '../measures/lock-case.ts';
import { type LockedMeasure, lockMeasure } from '../measures/lock-measure.ts';
import { toAuditTarget, type MeasureRow } from '../measures/record-measure.ts';
import { undoMeasure } from '../measures/undo-measure.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { appeals, measures } from '../table.ts';
import { hasOtherWork } from './has-other-work.ts';
import { readAppeal } from './list-appeals.ts';
import { throwIfCannotDecide } from './throw-if-cannot-decide.ts';

type Answer = { id: string; outcome: AppealOutcome; note: string };
type AppealRow = typeof appeals.$inferSelect;

/**
 * Answers an appeal, which closes the case, unless another one waits or something else came in. 'reversed' lifts the measure, of a deletion the ban only. Throws
 * 'appeal-not-found', 'appeal-decided', and the errors of `throwIfCannotDecide`.
 */
export async function decideAppeal(
  context: ModerationContext,
  actor: Decider,
  { id, outcome, note }: Answer,
): Promise<StaffAppeal> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const { appeal, measure, found } = await lockAppeal(tx, id);
    if (appeal.state !== 'waiting') throw moderationProblem('appeal-decided');
    const { isSameMember, person } = await throwIfCannotDecide(context, tx, { found, measure, actor, now });
    const decided = { state: outcome, decidedBy: actor.id, decidedAt: now, note, isSameMember };
    await tx
      .update(appeals)
      .set({ ...decided, answerEmail: null, answerLanguage: null })
      .where(and(eq(appeals.id, id), eq(appeals.state, 'waiting')));
    if (outcome === 'reversed') await reverse(context, tx, measure, { actorId: actor.id, now });
    const { state } = outcome === 'reversed' ? { state: 'reversed' as const } : measure;
    const objectState = await readObjectState(tx, { ...measure, state }, now);
    const answer = { outcome, note, isSameMember, objectState };
    if (person !== null) await sendAnswer(context, tx, { measure, person, answer });
    else await sendAnswerByLink(context, tx, { measure, to: appeal, answer });
    await record(context, tx, { appeal, measure, found, answer: { id, outcome, note }, actor, now });
  });
  return readAppeal(context, actor, id);
}

type Locked = LockedMeasure & { appeal: AppealRow };

/** Throws 'appeal-not-found'. */
async function lockAppeal(tx: Transaction, id: string): Promise<Locked> {
  const [place] = await tx.select({ measureId: appeals.measureId }).from(appeals).where(eq(appeals.id, id));
  const locked = place === undefined ? null : await lockMeasure(tx, place.measureId);
  if (locked === null) throw moderationProblem('appeal-not-found');
  const [appeal] = await tx.select().from(appeals).where(eq(appeals.id, id)).for('no key update');
  // Deleted with its person meanwhile.
  if (appeal === undefined) throw moderationProblem('appeal-not-found');
  return { ...locked, appeal };
}

async function reverse(
  context: ModerationContext,
  tx: Transaction,
  measure: MeasureRow,
  { actorId, now }: { actorId: string; now: Date },
): Promise<void> {
  // First: what goes on is decided by the other measures that run.
  await tx
    .update(measures)
    .set({ state: 'reversed', endedAt: measure.endedAt ?? now, liftedBy: actorId })
    .where(eq(measures.id, measure.id));
  await undoMeasure(context, tx, measure, now);
}

async function record(
  context: ModerationContext,
  tx: Transaction,
  decided: Locked & { answer: Answer; actor: Decider; now: Date },
): Promise<void> {
  const { appeal, measure, found, answer, actor, now } = decided;
  const { outcome, note } = answer;
  const caseId = found.id;
  const kind = outcome === 'upheld' ? 'appeal-upheld' : 'appeal-reversed';
  await addCaseEvent(tx, { caseId, kind, actorId: actor.id, measureId: measure.id, note, at: now });
  await recordAdminAction(tx, {
    actorId: actor.id,
    action: 'appeal-decided',
    target: toAuditTarget(measure),
    details: { outcome, reason: measure.reason, hours: toHours(now.getTime() - appeal.createdAt.getTime()) },
    now,
  });
  const closing = { caseId, actorId: actor.id, note: '', isInHistory: true, now };
  if (!(await hasOtherWork(tx, caseId)))
    await closeCase(context, tx, { ...closing, measure: outcome === 'upheld' ? measure.kind : null });
  context.events.publish(caseChanged, { caseId });
}
