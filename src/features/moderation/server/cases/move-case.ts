import { and, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { listStaff } from '#features/accounts/server/public.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { moderationProblem } from '../../contract.ts';
import { type CaseState, moderationTransitions } from '../../rules.ts';
import { caseChanged } from '../case-hooks.ts';
import { type Decider, lockCaseToDecide, lockCaseToReview, throwIfOwnCase } from '../measures/lock-case.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { cases } from '../table.ts';
import { addCaseEvent } from './add-to-case.ts';
import { isListingWaiting } from '../first-listings/add-first-listing.ts';
import { closeCase } from './close-case.ts';

type Context = Pick<ModerationContext, 'database' | 'clock' | 'events' | 'sources'>;

/** The states that lead to this one. */
const statesBefore = (to: CaseState): CaseState[] =>
  (Object.keys(moderationTransitions.case) as CaseState[]).filter((from) =>
    (moderationTransitions.case[from] as readonly CaseState[]).includes(to),
  );

/** In the statement itself; other accounts of the actor's mailbox are checked after it. */
const isOfOthers = (actorId: string): SQL => sql`${cases.userId} is distinct from ${actorId}`;

/** Why no row was changed. */
async function throwRefusal(tx: Transaction, caseId: string, actorId: string): Promise<never> {
  const [found] = await tx.select().from(cases).where(eq(cases.id, caseId));
  if (found === undefined) throw moderationProblem('case-not-found');
  if (found.userId === actorId) throw moderationProblem('own-case');
  throw moderationProblem(found.state === 'closed' ? 'case-closed' : 'case-taken');
}

/** Takes an open case, or one of a member who serves no more; of two at once one wins. Again it does nothing. Throws as `lockCaseToDecide`. */
export async function takeCase(context: Context, actor: Decider, caseId: string): Promise<void> {
  const { database, clock, events } = context;
  const actorId = actor.id;
  await database.transaction(async (tx) => {
    const now = clock.now();
    const serving = (await listStaff(tx, 'moderator', now)).map(({ id }) => id);
    const isLeft = and(eq(cases.state, 'in-review'), notInArray(cases.takenBy, [...serving, actorId]));
    const isFree = or(inArray(cases.state, statesBefore('in-review')), isLeft);
    const [taken] = await tx
      .update(cases)
      .set({ state: 'in-review', takenBy: actorId, takenAt: now })
      .where(and(eq(cases.id, caseId), isFree, isOfOthers(actorId)))
      .returning();
    if (taken === undefined) {
      await lockCaseToReview(context, tx, { caseId, actor, now });
      return;
    }
    await throwIfOwnCase(context, tx, { found: taken, actor, now });
    await record(tx, { caseId, actorId, kind: 'taken', now });
    events.publish(caseChanged, { caseId });
  });
}

/** Gives a case back: its taker, or an admin. Does nothing for one that is open. Throws as `takeCase`. */
export async function releaseCase(context: Context, actor: Decider, caseId: string): Promise<void> {
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
      await throwRefusal(tx, caseId, actor.id);
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

/**
 * Closes a case without a measure. Throws as `lockCaseToDecide`, and 'first-listing-waiting': its seller would wait
 * permanently.
 */
export async function closeWithoutMeasure(
  context: Context,
  actor: Decider,
  { caseId, note }: { caseId: string; note: string },
): Promise<void> {
  const { database, clock } = context;
  await database.transaction(async (tx) => {
    const now = clock.now();
    const { isFirstListing, targetId } = await lockCaseToDecide(context, tx, { caseId, actor, now });
    if (isFirstListing && (await isListingWaiting(tx, targetId)))
      throw moderationProblem('first-listing-waiting');
    await closeCase(context, tx, { caseId, actorId: actor.id, measure: null, note, now });
  });
}
