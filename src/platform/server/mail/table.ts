import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/columns.ts';

/** Mails that wait to be delivered; gone once they are, or once nobody may have them any more. */
export const queuedEmails = pgTable(
  'queued_emails',
  {
    id: uuid().primaryKey(),
    /** Lower case. */
    recipient: text().notNull(),
    subject: text().notNull(),
    /** Plain text. */
    body: text().notNull(),
    /** Where an answer goes, if not to the sender. */
    replyTo: text('reply_to'),
    /** The id of somebody else whom it speaks of. */
    aboutUserId: text('about_user_id'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('queued_emails_recipient').on(table.recipient),
    index('queued_emails_created').on(table.createdAt),
  ],
);
