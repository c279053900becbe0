import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/columns.ts';

/** Mails that wait to be delivered; gone once they are, or once nobody may have them any more. */
export const mails = pgTable(
  'mails',
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
    about: text(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('mails_recipient').on(table.recipient), index('mails_created').on(table.createdAt)],
);
