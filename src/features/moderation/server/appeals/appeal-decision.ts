import { eq } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import type { Decision } from '../../decision-schemas.ts';
import { moderationProblem } from '../../contract.ts';
import { addToCase } from '../cases/add-to-case.ts';
import { caseChanged } from '../case-hooks.ts';
import { canAppeal, readDecision, toDecision } from '../decisions/read-decisions.ts';
import { lockCase } from '../measures/lock-case.ts';
import { auditTarget, type MeasureRow } from '../measures/record-measure.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { appeals, measures } from '../table.ts';
import { type AppealLink, readAppealToken } from './appeal-link.ts';

type Appeal = { measureId: string; text: string; answerTo: AppealLink | null };

/** Appeals a decision about this user. Throws 'decision-not-found', 'decision-appealed', 'appeal-expired'. */
export function appealOwnDecision(
  context: ModerationContext,
  userId: string,
  { id, text }: { id: string; text: string },
): Promise<Decision> {
  return context.database.transaction(async (tx) => {
    const measure = await lockMeasure(tx, id);
    if (measure.userId !== userId) throw moderationProblem('decision-not-found');
    return appeal(context, tx, measure, { measureId: id, text, answerTo: null });
  });
}

/** Appeals the decision of a signed link. Throws the same errors, also for a link that is not ours. */
export function appealByLink(
  context: ModerationContext,
  { token, text }: { token: string; text: string },
): Promise<Decision> {
  const link = openLink(context, token);
  return context.database.transaction(async (tx) => {
    const measure = await lockMeasure(tx, link.measureId);
    return appeal(context, tx, measure, { measureId: measure.id, text, answerTo: link });
  });
}

/** The decision of a signed link. Throws 'decision-not-found', also if the link is not ours. */
export const readByLink = (context: ModerationContext, token: string): Promise<Decision> =>
  readDecision(context.database.orm, openLink(context, token).measureId, context.clock.now());

function openLink({ secrets }: ModerationContext, token: string): AppealLink {
  const link = readAppealToken(secrets, token);
  if (link === null) throw moderationProblem('decision-not-found');
  return link;
}

async function lockMeasure(tx: Transaction, id: string): Promise<MeasureRow> {
  const isWanted = eq(measures.id, id);
  const [found] = await tx.select({ caseId: measures.caseId }).from(measures).where(isWanted);
  if (found === undefined) throw moderationProblem('decision-not-found');
  await lockCase(tx, found.caseId);
  return (await tx.select().from(measures).where(isWanted).for('no key update'))[0]!;
}

async function appeal(
  { clock, events }: ModerationContext,
  tx: Transaction,
  measure: MeasureRow,
  { measureId, text, answerTo }: Appeal,
): Promise<Decision> {
  const now = clock.now();
  const [earlier] = await tx.select().from(appeals).where(eq(appeals.measureId, measureId));
  if (earlier !== undefined) throw moderationProblem('decision-appealed');
  if (!canAppeal({ measure, appeal: null }, now)) throw moderationProblem('appeal-expired');
  const [added] = await tx
    .insert(appeals)
    .values({
      id: newId(now),
      measureId,
      text,
      answerEmail: answerTo?.email ?? null,
      answerLanguage: answerTo?.language ?? null,
      createdAt: now,
    })
    .returning();
  const { targetKind, targetId, userId } = await lockCase(tx, measure.caseId);
  const target = { kind: targetKind, id: targetId };
  const { caseId } = await addToCase(tx, { target, userId, kind: 'appeal-received', now });
  await recordAdminAction(tx, {
    actorId: null,
    action: 'appeal-received',
    target: auditTarget(measure),
    details: { reason: measure.reason },
    now,
  });
  events.publish(caseChanged, { caseId });
  return { ...toDecision({ measure, appeal: added! }, now), isNew: false };
}
