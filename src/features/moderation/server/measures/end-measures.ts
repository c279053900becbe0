import { and, eq, gt, inArray, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import { bookChanged, permanentlyDeleteBooks } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { eraseRemovedReview } from '#features/reviews/server/public.ts';
import { reviews } from '#features/reviews/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import { isInAppealTimeSql } from '../appeals/appeal-time-sql.ts';
import { caseChanged } from '../case-hooks.ts';
import { addCaseEvent } from '../cases/add-to-case.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { lockObjects } from './lock-objects.ts';
import { appeals, caseEvents, measures } from '../table.ts';

/** Marks the pauses whose time is over, in the histories of their cases, too. */
export async function endMeasures(
  { events }: Pick<ModerationContext, 'events'>,
  tx: Transaction,
  now: Date,
): Promise<void> {
  const ended = await tx
    .update(measures)
    .set({ state: 'ended', endedAt: measures.endsAt })
    .where(and(eq(measures.state, 'active'), eq(measures.kind, 'pause'), lte(measures.endsAt, now)))
    .returning();
  for (const { id, caseId, endsAt } of ended) {
    await addCaseEvent(tx, { caseId, kind: 'measure-ended', measureId: id, at: endsAt ?? now });
    events.publish(caseChanged, { caseId });
  }
}

/** SQL: whether a decision can no longer be appealed. */
const isAppealOver = (now: Date): SQL => sql`not (${isInAppealTimeSql(measures.createdAt, now)})`;

const waits = sql`exists (select from ${appeals} where ${appeals.measureId} = ${measures.id} and ${appeals.state} = 'waiting')`;
const isUpheld = sql`exists (select from ${appeals} where ${appeals.measureId} = ${measures.id} and ${appeals.state} = 'upheld')`;

/** Deletes removed listings permanently, once their appeal or the time for it has ended. */
export async function deleteRemovedListings(context: ModerationContext): Promise<void> {
  const { database, clock, events, bookHook, works } = context;
  const now = clock.now();
  await forEachDue(context, {
    failure: 'a removed listing could not be deleted',
    read: (after, limit) =>
      database.orm
        .select({ id: measures.id, bookId: books.id, sellerId: books.sellerId })
        .from(measures)
        .innerJoin(books, eq(books.id, measures.bookId))
        .where(
          and(
            eq(measures.kind, 'remove'),
            eq(measures.state, 'active'),
            sql`${books.deletedAt} is null and ${books.hiddenBy} @> array['removal']`,
            sql`not ${waits} and (${isAppealOver(now)} or ${isUpheld})`,
            gt(measures.id, after),
          ),
        )
        .orderBy(measures.id)
        .limit(limit),
    act: async (tx, { id, bookId, sellerId }) => {
      await lockObjects(tx, { userId: null, bookId });
      if (!(await lockUnlessAppealed(tx, id))) return;
      await permanentlyDeleteBooks(tx, { works, bookIds: [bookId] }, now);
      await bookHook(tx, { bookId, kind: 'deleted' }, now);
      events.publish(bookChanged, { bookId, sellerId });
    },
  });
}

/** Erases the words of removed reviews, once their appeal or the time for it has ended. */
export async function eraseRemovedReviews(context: ModerationContext): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  await forEachDue(context, {
    failure: 'a removed review could not be erased',
    read: (after, limit) =>
      database.orm
        .select({ id: measures.id, reviewId: reviews.id })
        .from(measures)
        .innerJoin(reviews, eq(reviews.id, measures.reviewId))
        .where(
          and(
            eq(measures.state, 'active'),
            sql`${reviews.removedAt} is not null and (${reviews.text} <> '' or ${reviews.tags} <> '{}' or ${reviews.reply} is not null)`,
            sql`not ${waits} and (${isAppealOver(now)} or ${isUpheld})`,
            gt(measures.id, after),
          ),
        )
        .orderBy(measures.id)
        .limit(limit),
    act: async (tx, { id, reviewId }) => {
      if (await lockUnlessAppealed(tx, id)) await eraseRemovedReview(tx, reviewId);
    },
  });
}

/**
 * Locks a measure, so that an appeal and a lift at the same time wait. Returns false if it is already lifted, or an appeal
 * of it waits.
 */
async function lockUnlessAppealed(tx: Transaction, id: string): Promise<boolean> {
  const isActive = and(eq(measures.id, id), eq(measures.state, 'active'));
  const [due] = await tx.select().from(measures).where(isActive).for('no key update');
  const isWaiting = and(eq(appeals.measureId, id), eq(appeals.state, 'waiting'));
  return due !== undefined && (await tx.$count(appeals, isWaiting)) === 0;
}

/** Of a deleted person nothing is kept that no appeal needs: all words about and by them, and the hash of the ban. */
export async function eraseOldDeletions({ database, clock }: ModerationContext): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const isOver = sql`not ${waits} and ${isAppealOver(now)}`;
    const { id, caseId, kind } = measures;
    const over = tx
      .select({ id })
      .from(measures)
      .where(and(eq(kind, 'delete'), isOver));
    const casesOfOver = tx
      .select({ caseId })
      .from(measures)
      .where(and(eq(kind, 'delete'), isOver));
    await tx
      .update(caseEvents)
      .set({ note: '' })
      .where(
        and(
          inArray(caseEvents.caseId, casesOfOver),
          inArray(caseEvents.measureId, over),
          ne(caseEvents.note, ''),
        ),
      );
    await tx
      .update(appeals)
      .set({ text: '', note: '' })
      .where(and(inArray(appeals.measureId, over), or(ne(appeals.text, ''), ne(appeals.note, ''))));
    await tx
      .update(measures)
      .set({ note: '', internalNote: '', bannedEmailHash: null })
      .where(
        and(
          eq(kind, 'delete'),
          sql`(${measures.note} <> '' or ${measures.internalNote} <> '' or ${measures.bannedEmailHash} is not null)`,
          isOver,
        ),
      );
  });
}
