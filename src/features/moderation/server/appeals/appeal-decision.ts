import { eq } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import type { Decision } from '../../decision-schemas.ts';
import { moderationProblem } from '../../contract.ts';
import { addToCase } from '../cases/add-to-case.ts';
import { caseChanged } from '../case-hooks.ts';
import { canAppeal, readDecision, toDecision } from '../decisions/read-decisions.ts';
import { type LockedMeasure, lockMeasure } from '../measures/lock-measure.ts';
import { toAuditTarget } from '../measures/record-measure.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { appeals } from '../table.ts';
import { type AppealLink, readAppealToken } from './appeal-link.ts';

type Appeal = { text: string; answerTo: AppealLink | null };

/** Appeals a decision about this user. Throws 'decision-not-found', 'decision-appealed', 'appeal-expired'. */
export function appealOwnDecision(
  context: ModerationContext,
  userId: string,
  { id, text }: { id: string; text: string },
): Promise<Decision> {
  return context.database.transaction(async (tx) => {
    const locked = await lockDecision(tx, id);
    if (locked.measure.userId !== userId) throw moderationProblem('decision-not-found');
    return appeal(context, tx, locked, { text, answerTo: null });
  });
}

/** Appeals the decision of a signed link. Throws the same errors, also for a link that is not ours. */
export function appealByLink(
  context: ModerationContext,
  { token, text }: { token: string; text: string },
): Promise<Decision> {
  const link = openLink(context, token);
  return context.database.transaction(async (tx) =>
    appeal(context, tx, await lockDecision(tx, link.measureId), { text, answerTo: link }),
  );
}

/** The decision of a signed link. Throws 'decision-not-found', also if the link is not ours. */
export const readByLink = (context: ModerationContext, token: string): Promise<Decision> =>
  readDecision(context.database.orm, openLink(context, token).measureId, context.clock.now());

function openLink({ secrets }: ModerationContext, token: string): AppealLink {
  const link = readAppealToken(secrets, token);
  if (link === null) throw moderationProblem('decision-not-found');
  return link;
}

/** Throws 'decision-not-found'. */
async function lockDecision(tx: Transaction, id: string): Promise<LockedMeasure> {
  const locked = await lockMeasure(tx, id);
  if (locked === null) throw moderationProblem('decision-not-found');
  return locked;
}

async function appeal(
  { clock, events }: ModerationContext,
  tx: Transaction,
  { measure, found }: LockedMeasure,
  { text, answerTo }: Appeal,
): Promise<Decision> {
  const now = clock.now();
  const [earlier] = await tx.select().from(appeals).where(eq(appeals.measureId, measure.id));
  if (earlier !== undefined) throw moderationProblem('decision-appealed');
  if (!canAppeal({ measure, appeal: null }, now)) throw moderationProblem('appeal-expired');
  const [added] = await tx
    .insert(appeals)
    .values({
      id: newId(now),
      measureId: measure.id,
      text,
      answerEmail: answerTo?.email ?? null,
      answerLanguage: answerTo?.language ?? null,
      createdAt: now,
    })
    .returning();
  const { targetKind, targetId, userId } = found;
  const target = { kind: targetKind, id: targetId };
  const { caseId } = await addToCase(tx, { target, userId, kind: 'appeal-received', now });
  await recordAdminAction(tx, {
    actorId: null,
    action: 'appeal-received',
    target: toAuditTarget(measure),
    details: { reason: measure.reason },
    now,
  });
  events.publish(caseChanged, { caseId });
  const decision = toDecision({ measure, appeal: added!, book: null, review: null }, now);
  return { ...decision, isNew: false };
}
