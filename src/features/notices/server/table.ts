import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import type { Language } from '../../../platform/shared/texts/languages.ts';
import { cases } from '../../moderation/server/table.ts';

/** A notice of illegal content from anybody. Its name and email are erased after the outcome. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    /** Of the receipt. */
    number: integer().notNull().generatedAlwaysAsIdentity(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    /** A path of this campus. */
    path: text().notNull(),
    /** In the notifier's own words. */
    reason: text().notNull(),
    name: text(),
    email: text(),
    language: text().$type<Language>().notNull(),
    endangersChild: boolean('endangers_child').notNull().default(false),
    /** SHA-256, as hex, of the token in the link that confirms the email; null without an email. */
    tokenHash: text('token_hash'),
    /** When that link was opened: only then does the address get mail. */
    confirmedAt: timestamptz('confirmed_at'),
    /** When the outcome was sent, or would have been. */
    answeredAt: timestamptz('answered_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('notices_number').on(table.number),
    index('notices_case').on(table.caseId, table.createdAt),
    uniqueIndex('notices_token')
      .on(table.tokenHash)
      .where(sql`token_hash is not null`),
    index('notices_to_erase')
      .on(table.answeredAt)
      .where(sql`answered_at is not null and (email is not null or name is not null)`),
    check(
      'notices_notifier',
      sql`${table.endangersChild} or ${table.answeredAt} is not null or (${table.name} is not null and ${table.email} is not null)`,
    ),
  ],
);
