import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { accountProblem } from '#features/accounts/contract.ts';
import { spendBudget } from '#features/accounts/server/budgets/public.ts';
import { users } from '#features/accounts/server/table.ts';
import { bookProblem } from '#features/books/contract.ts';
import { isShownSql } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { conversationProblem } from '#features/conversations/contract.ts';
import { conversations, messages } from '#features/conversations/server/table.ts';
import { addToCase, caseChanged } from '#features/moderation/server/public.ts';
import { reviewProblem } from '#features/reviews/contract.ts';
import { lockPublicReview } from '#features/reviews/server/public.ts';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { type newReport, reportProblem } from '../contract.ts';
import { type ReportKind, toMeasureReason } from '../rules.ts';
import { reports } from './table.ts';

/** Reports by one user run one at a time, so that all are counted. */
const lockReports = createKeyedLock('reports');

/**
 * Adds a report to the case of its object. A user has one open report of an object, and a repeated call returns that.
 * Throws the errors of `getReportTarget`, 'cannot-report-own', 'daily-limit-reached'.
 */
export async function createReport(
  { database, clock, events }: Pick<ServerContext, 'database' | 'clock' | 'events'>,
  actorId: string,
  wanted: z.output<typeof newReport>,
): Promise<{ id: string; createdAt: string }> {
  const { kind, reason, text } = wanted;
  const now = clock.now();
  const written = await database.transaction(async (tx) => {
    await lockReports(tx, actorId);
    const reported = await getReportTarget(tx, actorId, wanted, now);
    if (reported.userId === actorId) throw reportProblem('cannot-report-own');
    const open = await findOpenReport(tx, { reporterId: actorId, kind, ...reported });
    if (open !== undefined) return open;
    await spendBudget(tx, { userId: actorId, kind: 'reports', now });
    const id = newId(now);
    const target = { kind, id: wanted.id };
    const { userId } = reported;
    const { caseId } = await addToCase(tx, { target, userId, kind: 'report-received', now });
    await tx
      .insert(reports)
      .values({ id, reporterId: actorId, kind, ...reported, caseId, reason, text, createdAt: now });
    const details = { reason: toMeasureReason(kind, reason) };
    await recordAdminAction(tx, { actorId: null, action: 'report-received', target, details, now });
    events.publish(caseChanged, { caseId });
    return { id, createdAt: now };
  });
  return { id: written.id, createdAt: written.createdAt.toISOString() };
}

/** The open report of an object by its reporter: the same condition as the unique index. */
async function findOpenReport(
  tx: Transaction,
  { reporterId, kind, ...object }: ReportTarget & { reporterId: string; kind: ReportKind },
): Promise<typeof reports.$inferSelect | undefined> {
  const { userId, bookId, messageId, reviewId } = reports;
  const id = object.reviewId ?? object.messageId ?? object.bookId ?? object.userId;
  const isOf = sql`coalesce(${reviewId}, ${messageId}, ${bookId}, ${userId}) = ${id}`;
  const isOpen = and(eq(reports.reporterId, reporterId), eq(reports.kind, kind), eq(reports.status, 'open'));
  return (await tx.select().from(reports).where(and(isOpen, isOf)))[0];
}

/** The reported object by its columns in the table, and the user responsible for it. */
type ReportTarget = Pick<typeof reports.$inferSelect, 'userId' | 'bookId' | 'messageId' | 'reviewId'>;

const noObject = { bookId: null, messageId: null, reviewId: null };

/**
 * Finds and locks a target that the actor can see: a listing, a message of their conversations that was not
 * withheld from them, a user, or a public review. Throws 'book-not-found', 'message-not-found',
 * 'user-not-found', 'review-not-found', 'author-left'.
 */
async function getReportTarget(
  tx: Transaction,
  actorId: string,
  { kind, id }: { kind: ReportKind; id: string },
  now: Date,
): Promise<ReportTarget> {
  switch (kind) {
    case 'book': {
      // Users are locked before their listings, as where one is deleted.
      await tx
        .select({ id: users.id })
        .from(users)
        .innerJoin(books, eq(books.sellerId, users.id))
        .where(eq(books.id, id))
        .for('key share', { of: users });
      const [book] = await tx
        .select({ sellerId: books.sellerId })
        .from(books)
        .where(and(eq(books.id, id), sql.raw(isShownSql('books'))))
        .for('key share');
      if (book === undefined) throw bookProblem('book-not-found');
      return { ...noObject, userId: book.sellerId, bookId: id };
    }
    case 'message': {
      const [message] = await tx
        .select({ senderId: messages.senderId })
        .from(messages)
        .innerJoin(conversations, eq(conversations.id, messages.conversationId))
        .where(and(eq(messages.id, id), eq(messages.receiverId, actorId), eq(messages.isWithheld, false)))
        .for('key share');
      if (message === undefined) throw conversationProblem('message-not-found');
      return { ...noObject, userId: message.senderId, messageId: id };
    }
    case 'user': {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('key share');
      if (user === undefined) throw accountProblem('user-not-found');
      return { ...noObject, userId: id };
    }
    case 'review': {
      const review = await lockPublicReview(tx, id, now);
      if (review === undefined) throw reviewProblem('review-not-found');
      if (review.authorId === null) throw reportProblem('author-left');
      return { ...noObject, userId: review.authorId, reviewId: id };
    }
  }
}
