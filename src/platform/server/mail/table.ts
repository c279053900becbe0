import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/columns.ts';

/** Queued emails; deleted once they are delivered, expired or revoked. */
export const queuedEmails = pgTable(
  'queued_emails',
  {
    id: uuid().primaryKey(),
    /** Lower case. */
    recipient: text().notNull(),
    subject: text().notNull(),
    /** Plain text. */
    body: text().notNull(),
    replyTo: text('reply_to'),
    /** Ends emails of this kind; null for those that nobody can end. */
    unsubscribeUrl: text('unsubscribe_url'),
    /** The id of another user whom the email is about. */
    aboutUserId: text('about_user_id'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('queued_emails_recipient').on(table.recipient),
    index('queued_emails_created').on(table.createdAt),
  ],
);
