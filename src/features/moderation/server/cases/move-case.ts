import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { hasOtherStaff } from '#features/accounts/server/public.ts';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { moderationProblem } from '../../contract.ts';
import { type CaseState, moderationTransitions } from '../../rules.ts';
import { caseChanged } from '../case-hooks.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { cases } from '../table.ts';
import { addCaseEvent } from './add-to-case.ts';
import { closeCase } from './close-case.ts';

type Context = Pick<ModerationContext, 'database' | 'clock' | 'events' | 'sources'>;
type Case = typeof cases.$inferSelect;

/** The states that lead to this one. */
const statesBefore = (to: CaseState): CaseState[] =>
  (Object.keys(moderationTransitions.case) as CaseState[]).filter((from) =>
    (moderationTransitions.case[from] as readonly CaseState[]).includes(to),
  );

/** Nobody judges their own case. */
const isOfOthers = (actorId: string): SQL => sql`${cases.userId} is distinct from ${actorId}`;

const isFreeFor = (actorId: string) => or(isNull(cases.takenBy), eq(cases.takenBy, actorId));

/**
 * Locks a case that the actor may decide: open, not in review by another member, and not their own: one about them, or
 * one that they have reported while another member can decide it. Throws 'case-not-found', 'case-closed', 'case-taken'
 * and 'own-case'.
 */
export async function lockCaseOfActor(
  { sources }: Pick<ModerationContext, 'sources'>,
  tx: Transaction,
  { caseId, actorId, now }: { caseId: string; actorId: string; now: Date },
): Promise<Case> {
  const [found] = await tx
    .select()
    .from(cases)
    .where(
      and(
        eq(cases.id, caseId),
        inArray(cases.state, statesBefore('closed')),
        isOfOthers(actorId),
        isFreeFor(actorId),
      ),
    )
    .for('update');
  if (found === undefined) throw await refusalOf(tx, caseId, actorId);
  if (await isLeftToOthers(sources, tx, { ...found, actorId, now })) throw moderationProblem('own-case');
  return found;
}

/** Those who have reported a case leave it to others, if there are any. */
export async function isLeftToOthers(
  sources: ModerationContext['sources'],
  orm: Orm | Transaction,
  { id, userId, actorId, now }: Pick<Case, 'id' | 'userId'> & { actorId: string; now: Date },
): Promise<boolean> {
  for (const source of sources)
    if (await source.isBy(orm, id, actorId))
      return hasOtherStaff(orm, 'moderator', userId === null ? [actorId] : [actorId, userId], now);
  return false;
}

async function refusalOf(tx: Transaction, caseId: string, actorId: string) {
  const [found] = await tx.select().from(cases).where(eq(cases.id, caseId));
  if (found === undefined) return moderationProblem('case-not-found');
  if (found.userId === actorId) return moderationProblem('own-case');
  return moderationProblem(found.state === 'closed' ? 'case-closed' : 'case-taken');
}

/** Takes an open case; of two at once one wins. Again it does nothing. Throws as `lockCaseOfActor`. */
export async function takeCase(context: Context, actorId: string, caseId: string): Promise<void> {
  const { database, clock, events, sources } = context;
  await database.transaction(async (tx) => {
    const now = clock.now();
    const [taken] = await tx
      .update(cases)
      .set({ state: 'in-review', takenBy: actorId, takenAt: now })
      .where(and(eq(cases.id, caseId), inArray(cases.state, statesBefore('in-review')), isOfOthers(actorId)))
      .returning();
    if (taken === undefined) {
      await lockCaseOfActor(context, tx, { caseId, actorId, now });
      return;
    }
    if (await isLeftToOthers(sources, tx, { ...taken, actorId, now })) throw moderationProblem('own-case');
    await record(tx, { caseId, actorId, kind: 'taken', now });
    events.publish(caseChanged, { caseId });
  });
}

/** Gives a case back: its taker, or an admin. Does nothing for one that is open. Throws as `lockCaseOfActor`. */
export async function releaseCase(context: Context, actor: Actor, caseId: string): Promise<void> {
  const { database, clock, events } = context;
  const isMine = actor.roles.includes('admin') ? undefined : eq(cases.takenBy, actor.id);
  await database.transaction(async (tx) => {
    const now = clock.now();
    const released = await tx
      .update(cases)
      .set({ state: 'open', takenBy: null, takenAt: null })
      .where(and(eq(cases.id, caseId), eq(cases.state, 'in-review'), isOfOthers(actor.id), isMine))
      .returning({ id: cases.id });
    if (released.length === 0) {
      const [found] = await tx.select().from(cases).where(eq(cases.id, caseId));
      if (found?.state === 'open') return;
      throw await refusalOf(tx, caseId, actor.id);
    }
    await record(tx, { caseId, actorId: actor.id, kind: 'released', now });
    events.publish(caseChanged, { caseId });
  });
}

type Step = { caseId: string; actorId: string; kind: 'taken' | 'released'; now: Date };

async function record(tx: Transaction, { caseId, actorId, kind, now }: Step): Promise<void> {
  await addCaseEvent(tx, { caseId, kind, actorId, at: now });
  await recordAdminAction(tx, { actorId, action: `case-${kind}`, target: { kind: 'case', id: caseId }, now });
}

/** Closes a case without a measure. Throws as `lockCaseOfActor`. */
export async function closeWithoutMeasure(
  context: Context,
  actorId: string,
  { caseId, note }: { caseId: string; note: string },
): Promise<void> {
  const { database, clock } = context;
  await database.transaction(async (tx) => {
    const now = clock.now();
    await lockCaseOfActor(context, tx, { caseId, actorId, now });
    await closeCase(context, tx, { caseId, actorId, measure: null, note, now });
  });
}
