import { and, eq, inArray, sql } from 'drizzle-orm';
import { conversations, type MessageHook, writeEventMessage } from '#features/conversations/server/public.ts';
import { confirmedSales } from '#features/sales/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { reviewsChanged } from './review-events.ts';
import { reviews } from './table.ts';
import type { ReviewContext } from './write-review.ts';

type AnnounceContext = ReviewContext & { messageHook: MessageHook | undefined };

const BATCH_SIZE = 100;

/** Tells users of new public reviews about them, once. What is public does not depend on it. */
export async function announceReviews(context: AnnounceContext): Promise<void> {
  const { database, clock, events } = context;
  const now = clock.now();
  for (;;) {
    const { count, afterCommit } = await database.transaction(async (tx) => {
      const due = await claimDue(tx, now);
      const afterCommit: (() => void)[] = [];
      for (const [saleId, published] of Map.groupBy(due, (review) => review.saleId))
        afterCommit.push(await writeLine(context, tx, saleId, published, now));
      for (const { reviewedId } of due)
        afterCommit.push(() => events.publish(reviewsChanged, { userId: reviewedId }));
      return { count: due.length, afterCommit };
    });
    for (const run of afterCommit) run();
    if (count < BATCH_SIZE) return;
  }
}

type Published = { saleId: string; authorId: string | null; reviewedId: string; removedAt: Date | null };

function claimDue(tx: Transaction, now: Date): Promise<Published[]> {
  const { saleId, authorId, reviewedId, removedAt } = reviews;
  const due = sql`(SELECT id FROM reviews WHERE published_at <= ${now.toISOString()}::timestamptz AND notified_at IS NULL
    ORDER BY published_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)`;
  return tx
    .update(reviews)
    .set({ notifiedAt: now })
    .where(inArray(reviews.id, due))
    .returning({ saleId, authorId, reviewedId, removedAt });
}

/** In the conversation of the sale. If both have written, one line for both. */
async function writeLine(
  context: AnnounceContext,
  tx: Transaction,
  saleId: string,
  published: readonly Published[],
  now: Date,
): Promise<() => void> {
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
  if (conversation === undefined || authorId === undefined || authorId === null) return () => {};
  const isOfBoth = authors.length > 1;
  return writeEventMessage(
    context,
    tx,
    {
      conversationId: conversation.id,
      kind: 'reviews-published',
      actorId: isOfBoth ? null : authorId,
      content: isOfBoth ? 'You have a new review' : 'New review',
    },
    now,
  );
}
