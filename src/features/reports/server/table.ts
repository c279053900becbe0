import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sqlStringList, timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { books } from '../../books/server/table.ts';
import { cases } from '../../moderation/server/table.ts';
import { messages } from '../../conversations/server/table.ts';
import { reviews } from '../../reviews/server/table.ts';
import {
  type ReportKind,
  reportKinds,
  type ReportReason,
  reportReasons,
  type ReportStatus,
  reportStatuses,
} from '../rules.ts';

/** A report, which the case of its object collects. Deleted with its reporter, and with the reported object. */
export const reports = pgTable(
  'reports',
  {
    id: uuid().primaryKey(),
    reporterId: uuid('reporter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<ReportKind>().notNull(),
    /** The user responsible: the seller, the sender, the author, or the reported user. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    bookId: uuid('book_id').references(() => books.id, { onDelete: 'cascade' }),
    messageId: uuid('message_id').references(() => messages.id, { onDelete: 'cascade' }),
    reviewId: uuid('review_id').references(() => reviews.id, { onDelete: 'cascade' }),
    /** Null only in reports of processes of the version before. */
    caseId: uuid('case_id').references(() => cases.id),
    reason: text().$type<ReportReason>().notNull(),
    text: text().notNull().default(''),
    status: text().$type<ReportStatus>().notNull().default('open'),
    /** Written by processes of the version before only: the history of the case says who closed it. */
    handledBy: uuid('handled_by'),
    handledAt: timestamptz('handled_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    // One open report per reporter and object.
    uniqueIndex('reports_open_of_object')
      .on(
        table.reporterId,
        table.kind,
        sql`coalesce(${table.reviewId}, ${table.messageId}, ${table.bookId}, ${table.userId})`,
      )
      .where(sql`status = 'open'`),
    index('reports_case').on(table.caseId, table.createdAt),
    index('reports_without_case')
      .on(table.id)
      .where(sql`case_id is null`),
    index('reports_user').on(table.userId),
    index('reports_book').on(table.bookId),
    index('reports_message').on(table.messageId),
    index('reports_review')
      .on(table.reviewId)
      .where(sql`review_id is not null`),
    index('reports_handler')
      .on(table.handledBy)
      .where(sql`handled_by is not null`),
    check('reports_known_kind', sql`${table.kind} in (${sqlStringList(reportKinds)})`),
    check('reports_reason', sql`${table.reason} in (${sqlStringList(reportReasons)})`),
    check('reports_status', sql`${table.status} in (${sqlStringList(reportStatuses)})`),
    check('reports_handled', sql`(${table.status} = 'open') = (${table.handledAt} is null)`),
  ],
);
