import { and, eq, isNotNull } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { isPublic } from './list-reviews.ts';
import { reviews } from './table.ts';

type Removed = { authorId: string | null; reviewedId: string; text: string; stars: number };

/** A public review, without a lock. */
export async function findPublicReview(
  tx: Transaction,
  id: string,
  now: Date,
): Promise<{ authorId: string | null; reviewedId: string } | undefined> {
  const { authorId, reviewedId } = reviews;
  const [found] = await tx
    .select({ authorId, reviewedId })
    .from(reviews)
    .where(and(eq(reviews.id, id), isPublic(now)));
  return found;
}

/**
 * Removes a public review with its stars; undefined if it is not public. Its author cannot write it again. Its words
 * stay, unseen, until `eraseRemovedReview`. The caller publishes `reviewsChanged`.
 */
export async function removePublicReview(
  tx: Transaction,
  id: string,
  now: Date,
): Promise<Removed | undefined> {
  const { authorId, reviewedId, text, stars } = reviews;
  const [removed] = await tx
    .update(reviews)
    .set({ removedAt: now })
    .where(and(eq(reviews.id, id), isPublic(now)))
    .returning({ authorId, reviewedId, text, stars });
  return removed;
}

/** Shows a removed review as it was. Null if it is gone. The caller publishes `reviewsChanged`. */
export async function restoreReview(tx: Transaction, id: string): Promise<{ reviewedId: string } | null> {
  const [restored] = await tx
    .update(reviews)
    .set({ removedAt: null })
    .where(and(eq(reviews.id, id), isNotNull(reviews.removedAt)))
    .returning({ reviewedId: reviews.reviewedId });
  return restored ?? null;
}

/** Erases the words of a removed review, and of the reply to it, permanently. */
export async function eraseRemovedReview(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(reviews)
    .set({ tags: [], text: '', reply: null, repliedAt: null })
    .where(and(eq(reviews.id, id), isNotNull(reviews.removedAt)));
}
