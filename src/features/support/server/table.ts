import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import type { Language } from '../../../platform/shared/texts/languages.ts';
import { users } from '../../accounts/server/table.ts';

/** A message from the contact form, and its answer. */
export const supportMessages = pgTable(
  'support_messages',
  {
    id: uuid().primaryKey(),
    /** Null if the writer was not signed in. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    /** Of the page with the form; null for messages of the version before. */
    language: text().$type<Language>(),
    answer: text(),
    /** No foreign key: that administrator may be deleted. */
    answeredBy: uuid('answered_by'),
    /** When it was answered, or closed without an answer. */
    closedAt: timestamptz('closed_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('support_messages_newest').on(table.createdAt, table.id),
    index('support_messages_open')
      .on(table.createdAt, table.id)
      .where(sql`closed_at is null`),
    index('support_messages_email').on(table.email),
    index('support_messages_user').on(table.userId),
    index('support_messages_answerer')
      .on(table.answeredBy)
      .where(sql`answered_by is not null`),
    check('support_messages_answer', sql`${table.answer} is null or ${table.closedAt} is not null`),
  ],
);
