import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import type { ReviewTag, SaleSide } from '../rules.ts';
import { reviews } from './table.ts';

type SeededReview = {
  saleId: string;
  writtenBy: SaleSide;
  authorId: string;
  reviewedId: string;
  stars: number;
  tags: ReviewTag[];
  text: string;
  reply: string | null;
  publishedAt: Date;
};

/** Adds reviews for the demo campus, public and announced. */
export async function seedReviews(tx: Transaction, seeded: readonly SeededReview[]): Promise<void> {
  if (seeded.length === 0) return;
  await tx.insert(reviews).values(
    seeded.map(({ publishedAt, ...review }) => ({
      ...review,
      id: newId(publishedAt),
      publishedAt,
      notifiedAt: publishedAt,
      repliedAt: review.reply === null ? null : publishedAt,
      createdAt: publishedAt,
    })),
  );
}
