import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { writeEventMessage } from '#features/conversations/server/public.ts';
import { conversations } from '#features/conversations/server/table.ts';
import { confirmedSales } from '#features/trades/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { type ReviewContext, reviewsChanged } from './list-reviews.ts';
import { reviews } from './table.ts';

/** Public reviews that are not announced. */
export const selectUnannounced = (now: Date): SQL =>
  sql`SELECT sale_id FROM ${reviews} WHERE published_at <= ${now} AND notified_at IS NULL AND counts`;

/** When the next one becomes public. */
export const selectNextPublication = (): SQL =>
  sql`SELECT min(published_at) FROM ${reviews} WHERE notified_at IS NULL AND counts`;

/** Announces the reviews that have become public because their time is over. */
export async function announceReviews(context: ReviewContext & Pick<ServerContext, 'log'>): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  await forEachDue(context, {
    failure: 'the reviews of a sale could not be announced',
    read: async (after, limit) => {
      const { rows } = await database.orm.execute<{ id: string }>(sql`
        SELECT DISTINCT sale_id AS id FROM (${selectUnannounced(now)}) reviews
        WHERE sale_id > ${after} ORDER BY id LIMIT ${limit}`);
      return rows;
    },
    act: (tx, { id }) => announceSale(context, tx, id, now),
  });
}

/** Tells users of the new public reviews about them, once: those of a sale together. */
export async function announceSale(
  context: ReviewContext,
  tx: Transaction,
  saleId: string,
  now: Date,
): Promise<void> {
  const published = await claimDue(tx, saleId, now);
  await writeLine(context, tx, saleId, published, now);
  for (const { reviewedId } of published) context.events.publish(reviewsChanged, { userId: reviewedId });
}

type Published = { authorId: string | null; reviewedId: string; removedAt: Date | null };

/** Those of the sale that no other process has announced meanwhile. */
function claimDue(tx: Transaction, saleId: string, now: Date): Promise<Published[]> {
  const { authorId, reviewedId, removedAt } = reviews;
  const due = sql`(SELECT id FROM ${reviews} WHERE sale_id = ${saleId} AND published_at <= ${now}
    AND notified_at IS NULL AND counts ORDER BY id FOR UPDATE)`;
  return tx
    .update(reviews)
    .set({ notifiedAt: now })
    .where(inArray(reviews.id, due))
    .returning({ authorId, reviewedId, removedAt });
}

/** Writes a line into the conversation of the sale; one line if both have reviewed. */
async function writeLine(
  context: ReviewContext,
  tx: Transaction,
  saleId: string,
  published: readonly Published[],
  now: Date,
): Promise<void> {
  const authors = published.filter((review) => review.removedAt === null).map((review) => review.authorId);
  const [conversation] = await tx
    .select({ id: conversations.id })
    .from(confirmedSales)
    .innerJoin(
      conversations,
      and(eq(conversations.bookId, confirmedSales.bookId), eq(conversations.buyerId, confirmedSales.buyerId)),
    )
    .where(eq(confirmedSales.id, saleId));
  const [authorId] = authors;
  if (conversation === undefined || authorId === undefined || authorId === null) return;
  const actorId = authors.length > 1 ? null : authorId;
  const event = { conversationId: conversation.id, kind: 'reviews-published', actorId } as const;
  await writeEventMessage(context, tx, event, now);
}
