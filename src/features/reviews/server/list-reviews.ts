import { and, eq, isNull, lte } from 'drizzle-orm';
import { accountProblem } from '#features/accounts/contract.ts';
import { users } from '#features/accounts/server/table.ts';
import type { Database, Orm, ReadableDatabase, Transaction } from '#platform/server/database/database.ts';
import { defineTopic } from '#platform/server/events/event-bus.ts';
import { type Paging, selectPage } from '#platform/server/keyset.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { PublicReview } from '../contract.ts';
import { FORMER_STUDENT, toAverage } from '../rules.ts';
import { reviews } from './table.ts';

/** The condition of every statement for others than the author. */
export const isPublic = (now: Date) =>
  and(isNull(reviews.removedAt), eq(reviews.counts, true), lte(reviews.publishedAt, now));

/** All public reviews; `now` is the parameter of the time. */
export const countReviewsSql = (now: string): string =>
  `(SELECT count(*) FROM reviews WHERE removed_at IS NULL AND counts AND published_at <= ${now})`;

/** A public review, which stays until the end of the transaction. */
export async function lockPublicReview(
  tx: Transaction,
  id: string,
  now: Date,
): Promise<{ authorId: string | null } | undefined> {
  const [review] = await tx
    .select({ authorId: reviews.authorId })
    .from(reviews)
    .where(and(eq(reviews.id, id), isPublic(now)))
    .for('key share');
  return review;
}

/** The public reviews about a user, the newest first. Throws 'user-not-found'. */
export async function listReviews(
  { orm }: Pick<Database, 'orm'>,
  { userId, ...paging }: Paging & { userId: string },
  now: Date,
): Promise<Page<PublicReview>> {
  const page = await selectPage({
    paging,
    columns: { at: reviews.publishedAt, id: reviews.id },
    select: ({ after, orderBy, limit }) =>
      selectReviews(orm)
        .where(and(eq(reviews.reviewedId, userId), isPublic(now), after))
        .orderBy(...orderBy)
        .limit(limit),
    toKeyset: ({ publishedAt, id }) => ({ at: publishedAt, id }),
    toItem: toPublicReview,
  });
  if (page.items.length === 0 && (await orm.$count(users, eq(users.id, userId))) === 0)
    throw accountProblem('user-not-found');
  return page;
}

/** The average and number of the public stars of a user. */
export async function readRating(
  { pool }: ReadableDatabase,
  userId: string,
  now: Date,
): Promise<{ average: number | null; count: number }> {
  const { rows } = await pool.query<{ count: number; sum: number }>({
    name: 'read-rating',
    text: `SELECT count(*)::int AS count, coalesce(sum(stars), 0)::int AS sum FROM reviews
      WHERE reviewed_id = $1 AND published_at <= $2 AND removed_at IS NULL AND counts`,
    values: [userId, now],
  });
  const { count, sum } = rows[0]!;
  return { average: toAverage(sum, count), count };
}

export const selectReviews = (orm: Orm | Transaction) =>
  orm
    .select({
      id: reviews.id,
      stars: reviews.stars,
      tags: reviews.tags,
      text: reviews.text,
      publishedAt: reviews.publishedAt,
      reply: reviews.reply,
      repliedAt: reviews.repliedAt,
      author: { id: users.id, name: users.name, profileImage: users.profileImage },
    })
    .from(reviews)
    .leftJoin(users, eq(users.id, reviews.authorId));

type Row = Awaited<ReturnType<typeof selectReviews>>[number];

const formerStudent = { id: null, name: FORMER_STUDENT, profileImage: null };

export const toPublicReview = ({ publishedAt, reply, repliedAt, author, ...row }: Row): PublicReview => ({
  ...row,
  createdAt: publishedAt.toISOString(),
  author: author ?? formerStudent,
  reply: reply === null ? null : { text: reply, createdAt: repliedAt!.toISOString() },
});

/** The public reviews about a user have changed: pages and lists that show them are outdated. */
export const reviewsChanged = defineTopic<{ userId: string }>('reviews-changed');

export type ReviewContext = Pick<ServerContext, 'database' | 'clock' | 'events' | 'localeOf'>;
