import { and, asc, eq } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { isPublic, reviewsChanged } from './list-reviews.ts';
import { reviews } from './table.ts';

const { saleId, stars, tags, text, reply, repliedAt, publishedAt, createdAt } = reviews;
const content = { reservationId: saleId, stars, tags, text, reply, repliedAt, publishedAt };

/**
 * All reviews that a user has written, and the public ones about them. Of one who leaves, the stars given
 * stay; the reviews about them are deleted with their row.
 */
export function reviewPersonalData({
  events,
  clock,
}: Pick<ServerContext, 'events' | 'clock'>): PersonalDataHandler {
  return {
    name: 'reviews',
    async export({ orm }, userId) {
      const written = await orm
        .select({ ...content, createdAt })
        .from(reviews)
        .where(eq(reviews.authorId, userId))
        .orderBy(asc(createdAt), asc(reviews.id));
      const received = await orm
        .select(content)
        .from(reviews)
        .where(and(eq(reviews.reviewedId, userId), isPublic(clock.now())))
        .orderBy(asc(publishedAt), asc(reviews.id));
      return { written, received };
    },
    async remove(tx, { id }) {
      const given = await tx
        .update(reviews)
        .set({ authorId: null, tags: [], text: '' })
        .where(eq(reviews.authorId, id))
        .returning({ userId: reviews.reviewedId });
      const reviewed = new Set(given.map(({ userId }) => userId));
      for (const userId of reviewed) events.publish(reviewsChanged, { userId });
    },
  };
}
