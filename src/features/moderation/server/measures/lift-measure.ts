import { and, eq } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { moderationProblem } from '../../contract.ts';
import type { StaffMeasure } from '../../measure-schemas.ts';
import { addCaseEvent } from '../cases/add-to-case.ts';
import { caseChanged } from '../case-hooks.ts';
import { readObjectState } from '../decisions/object-state.ts';
import { sendLift } from '../decisions/send-statements.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { appeals, measures } from '../table.ts';
import { type Decider, lockPerson, throwIfCannotMeasure, throwIfOwnCase, throwIfTaken } from './lock-case.ts';
import { lockMeasure } from './lock-measure.ts';
import { toAuditTarget, type MeasureRow } from './record-measure.ts';
import { readMeasure } from './staff-measures.ts';
import { isKept, isReviewKept, undoMeasure } from './undo-measure.ts';

type Lift = { id: string; note: string };

/**
 * Lifts a measure that runs, and tells the person. One whose appeal waits is decided with it. Throws
 * 'measure-not-found', 'cannot-lift-measure', 'case-taken', 'own-case', 'cannot-measure-staff'.
 */
export async function liftMeasure(
  context: ModerationContext,
  actor: Decider,
  { id, note }: Lift,
): Promise<StaffMeasure> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const locked = await lockMeasure(tx, id);
    if (locked === null) throw moderationProblem('measure-not-found');
    const { measure: before, found } = locked;
    await throwIfTaken(tx, found, actor, now);
    await throwIfOwnCase(context, tx, { found, actor, now });
    const person = await lockPerson(tx, before.userId);
    throwIfCannotMeasure(person, actor);
    await throwIfCannotLift(tx, before, now);
    const ended = {
      state: 'lifted',
      endedAt: now,
      liftedBy: actor.id,
      liftNote: note,
      seenAt: null,
    } as const;
    const [lifted] = await tx.update(measures).set(ended).where(eq(measures.id, id)).returning();
    await undoMeasure(context, tx, before, now);
    await recordLift(context, tx, lifted!, { actorId: actor.id, now });
    if (person !== null) {
      const objectState = await readObjectState(tx, lifted!, now);
      await sendLift(context, tx, { measure: lifted!, person, objectState });
    }
  });
  return readMeasure(context.database.orm, id);
}

async function throwIfCannotLift(tx: Transaction, measure: MeasureRow, now: Date): Promise<void> {
  const { id, kind, state, bookId, reviewId } = measure;
  const isWaiting = and(eq(appeals.measureId, id), eq(appeals.state, 'waiting'));
  const canLift =
    state === 'active' &&
    kind !== 'delete' &&
    (kind !== 'remove' || (await isKept(tx, bookId))) &&
    (reviewId === null || (await isReviewKept(tx, measure, now))) &&
    (await tx.$count(appeals, isWaiting)) === 0;
  if (!canLift) throw moderationProblem('cannot-lift-measure');
}

async function recordLift(
  { events }: ModerationContext,
  tx: Transaction,
  measure: MeasureRow,
  { actorId, now }: { actorId: string; now: Date },
): Promise<void> {
  const { id: measureId, caseId, kind, reason, liftNote: note } = measure;
  await addCaseEvent(tx, { caseId, kind: 'measure-lifted', actorId, measureId, note, at: now });
  const target = toAuditTarget(measure);
  await recordAdminAction(tx, { actorId, action: 'measure-lifted', target, details: { kind, reason }, now });
  events.publish(caseChanged, { caseId });
}
