import { and, eq } from 'drizzle-orm';
import { findAccountsOfPerson } from '#features/accounts/server/public.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { reviewProblem } from '../contract.ts';
import { isPublic, type ReviewContext, reviewsChanged } from './list-reviews.ts';
import { reviews } from './table.ts';

/**
 * Removes a public review with its stars, and writes the audit entry. Administrators do not see hidden ones.
 * Throws 'review-not-found' and
 * 'cannot-remove-own': nobody judges what is said about themselves.
 */
export async function removeReview(
  { database, clock, events }: ReviewContext,
  actorId: string,
  id: string,
): Promise<{ removed: true }> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const [removed] = await tx
      .update(reviews)
      .set({ removedAt: now, tags: [], text: '', reply: null, repliedAt: null })
      .where(and(eq(reviews.id, id), isPublic(now)))
      .returning({ authorId: reviews.authorId, reviewedId: reviews.reviewedId });
    if (removed === undefined) throw reviewProblem('review-not-found');
    if ((await findAccountsOfPerson(tx, actorId)).includes(removed.reviewedId))
      throw reviewProblem('cannot-remove-own');
    await recordAdminAction(tx, {
      actorId,
      action: 'review-removed',
      target: { kind: 'review', id },
      details: { userId: removed.authorId ?? removed.reviewedId },
      now,
    });
    events.publish(reviewsChanged, { userId: removed.reviewedId });
  });
  return { removed: true };
}
