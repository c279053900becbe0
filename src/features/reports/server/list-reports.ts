import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/table.ts';
import { books } from '#features/books/server/table.ts';
import { conversations, messages } from '#features/conversations/server/table.ts';
import { reviews } from '#features/reviews/server/table.ts';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import { type Paging, selectPage } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { Report } from '../contract.ts';
import type { ReportStatus } from '../rules.ts';
import { hasSaleBetween } from './read-evidence.ts';
import { reports } from './table.ts';

const reporters = alias(users, 'reporter');
const others = alias(reports, 'other');

/** Reports of one status: open ones the oldest first, handled ones the newest first. */
export const listReports = (
  orm: Orm,
  { status, ...paging }: Paging & { status: ReportStatus },
): Promise<Page<Report>> =>
  selectPage({
    paging,
    columns: { at: reports.createdAt, id: reports.id },
    order: status === 'open' ? 'oldest-first' : 'newest-first',
    select: ({ after, orderBy, limit }) =>
      selectReports(orm)
        .where(and(eq(reports.status, status), after))
        .orderBy(...orderBy)
        .limit(limit),
    toKeyset: ({ createdAt, id }) => ({ at: createdAt, id }),
    toItem: toReport,
  });

export const countOpenReports = (orm: Orm): Promise<number> =>
  orm.$count(reports, eq(reports.status, 'open'));

export async function findReport(orm: Orm | Transaction, id: string): Promise<Report | undefined> {
  const [row] = await selectReports(orm).where(eq(reports.id, id));
  return row && toReport(row);
}

const selectReports = (orm: Orm | Transaction) =>
  orm
    .select({
      id: reports.id,
      kind: reports.kind,
      reason: reports.reason,
      text: reports.text,
      status: reports.status,
      createdAt: reports.createdAt,
      handledAt: reports.handledAt,
      reporter: { id: reporters.id, name: reporters.name, email: reporters.email },
      reported: { id: users.id, name: users.name, email: users.email },
      otherOpenReports: sql<number>`(select count(*)::int from ${reports} as other
        where ${others.userId} = ${reports.userId} and ${others.status} = 'open' and ${others.id} <> ${reports.id})`,
      book: { id: books.id, title: books.title, deletedAt: books.deletedAt },
      message: { id: messages.id, content: messages.content, createdAt: messages.createdAt },
      review: { id: reviews.id, stars: reviews.stars, text: reviews.text, publishedAt: reviews.publishedAt },
      hasSale: hasSaleBetween(sql`${reports.reporterId}`, sql`${reports.userId}`),
    })
    .from(reports)
    .innerJoin(reporters, eq(reporters.id, reports.reporterId))
    .innerJoin(users, eq(users.id, reports.userId))
    .leftJoin(messages, eq(messages.id, reports.messageId))
    .leftJoin(reviews, and(eq(reviews.id, reports.reviewId), isNull(reviews.removedAt)))
    .leftJoin(conversations, eq(conversations.id, messages.conversationId))
    .leftJoin(books, eq(books.id, sql`coalesce(${reports.bookId}, ${conversations.bookId})`));

type Row = Awaited<ReturnType<typeof selectReports>>[number];

const toReport = ({ book, message, review, createdAt, handledAt, ...row }: Row): Report => ({
  ...row,
  createdAt: createdAt.toISOString(),
  handledAt: handledAt?.toISOString() ?? null,
  book: book && { id: book.id, title: book.title, isDeleted: book.deletedAt !== null },
  message: message && { ...message, createdAt: message.createdAt.toISOString() },
  review: review && {
    id: review.id,
    stars: review.stars,
    text: review.text,
    createdAt: review.publishedAt.toISOString(),
  },
});
