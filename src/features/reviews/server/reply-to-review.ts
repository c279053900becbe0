import { and, eq } from 'drizzle-orm';
import { spendBudget } from '#features/accounts/server/public.ts';
import { type PublicReview, reviewProblem } from '../contract.ts';
import { isPublic, selectReviews, toPublicReview } from './list-reviews.ts';
import { reviewsChanged } from './review-events.ts';
import { reviews } from './table.ts';
import type { ReviewContext } from './review-context.ts';

/**
 * Adds the reply of the actor to a public review about them. A repeat of the stored reply returns the
 * review. Throws 'review-not-found', 'review-replied'.
 */
export async function replyToReview(
  { database, clock, events }: ReviewContext,
  actorId: string,
  { id, text }: { id: string; text: string },
): Promise<PublicReview> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const [found] = await tx
      .select({ reply: reviews.reply })
      .from(reviews)
      .where(and(eq(reviews.id, id), eq(reviews.reviewedId, actorId), isPublic(now)))
      .for('no key update');
    if (found === undefined) throw reviewProblem('review-not-found');
    if (found.reply !== null && found.reply !== text) throw reviewProblem('review-replied');
    if (found.reply === null) {
      await spendBudget(tx, { userId: actorId, kind: 'edits', now });
      await tx.update(reviews).set({ reply: text, repliedAt: now }).where(eq(reviews.id, id));
      events.publish(reviewsChanged, { userId: actorId });
    }
    const [row] = await selectReviews(tx).where(eq(reviews.id, id));
    return toPublicReview(row!);
  });
}
