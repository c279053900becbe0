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
import { sqlStringList, timestamptz } from '../../../platform/server/database/columns.ts';
import type { Language } from '../../../platform/shared/texts/languages.ts';
import { users } from '../../accounts/server/table.ts';
import { cases } from '../../moderation/server/table.ts';
import { type NoticeOutcome, noticeOutcomes } from '../rules.ts';

/** A notice of illegal content, also without an account. Its name and email are erased after the outcome. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    /** Of the receipt. */
    number: integer().notNull().generatedAlwaysAsIdentity(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    /** Who was signed in; null for a visitor, and once deleted. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
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
    /** When its case was closed: then the outcome was sent, if the email was confirmed. */
    answeredAt: timestamptz('answered_at'),
    outcome: text().$type<NoticeOutcome>(),
    /** When name, email and token were erased. */
    erasedAt: timestamptz('erased_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('notices_number').on(table.number),
    index('notices_case').on(table.caseId, table.createdAt),
    uniqueIndex('notices_token')
      .on(table.tokenHash)
      .where(sql`token_hash is not null`),
    index('notices_user')
      .on(table.userId)
      .where(sql`user_id is not null`),
    index('notices_email')
      .on(table.email)
      .where(sql`email is not null`),
    index('notices_to_erase')
      .on(table.createdAt)
      .where(sql`erased_at is null`),
    check(
      'notices_notifier',
      sql`${table.endangersChild} or ${table.erasedAt} is not null or (${table.name} is not null and ${table.email} is not null)`,
    ),
    check(
      'notices_erased',
      sql`${table.erasedAt} is null or (${table.name} is null and ${table.email} is null and ${table.tokenHash} is null)`,
    ),
    check(
      'notices_outcome',
      sql`(${table.outcome} is null) = (${table.answeredAt} is null) and ${table.outcome} in (${sqlStringList(noticeOutcomes)})`,
    ),
  ],
);
