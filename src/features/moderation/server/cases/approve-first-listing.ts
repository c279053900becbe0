import { eq } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { bookChanged } from '#features/books/server/public.ts';
import { moderationProblem } from '../../contract.ts';
import { type Decider, lockCaseToDecide } from '../measures/lock-case.ts';
import { lockObjects } from '../measures/lock-objects.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { cases } from '../table.ts';
import { addCaseEvent } from './add-to-case.ts';
import { closeCase } from './close-case.ts';

/**
 * Approves a first listing: it and the others of its account are shown. Closes the case. Throws as `lockCaseToDecide`,
 * and 'invalid-measure' if the case is not of a first listing.
 */
export async function approveFirstListing(
  context: Pick<ModerationContext, 'database' | 'clock' | 'events' | 'sources' | 'approveListings'>,
  actor: Decider,
  caseId: string,
): Promise<void> {
  const { database, clock, events, approveListings } = context;
  const actorId = actor.id;
  await database.transaction(async (tx) => {
    const now = clock.now();
    const [place] = await tx.select({ userId: cases.userId }).from(cases).where(eq(cases.id, caseId));
    if (place !== undefined) await lockObjects(tx, { ...place, hasListings: true });
    const { isFirstListing, userId, targetId } = await lockCaseToDecide(context, tx, { caseId, actor, now });
    if (!isFirstListing || userId === null) throw moderationProblem('invalid-measure');
    for (const { id, sellerId } of await approveListings(tx, userId, now))
      events.publish(bookChanged, { bookId: id, sellerId });
    await addCaseEvent(tx, { caseId, kind: 'first-listing-approved', actorId, at: now });
    const target = { kind: 'book', id: targetId } as const;
    await recordAdminAction(tx, { actorId, action: 'first-listing-approved', target, now });
    await closeCase(context, tx, { caseId, actorId, measure: null, note: '', isInHistory: true, now });
  });
}
