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

/** A user. A token of `issuer` for `subject` authenticates them. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text().notNull(),
    /**
     * The same for all spellings of the email that reach one mailbox: what counts people counts these, not
     * accounts. Personal data: other tables store its keyed hash (`hashMailbox`).
     */
    mailbox: text()
      .notNull()
      .generatedAlwaysAs(sql`mailbox_of(email)`),
    emailVerified: boolean('email_verified').notNull().default(false),
    name: text().notNull(),
    university: text(),
    profileImage: text('profile_image'),
    /** Set when the user edits name or image: from then on sync does not change them. */
    profileEditedAt: timestamptz('profile_edited_at'),
    totalSales: integer('total_sales').notNull().default(0),
    isAdmin: boolean('is_admin').notNull().default(false),
    /** Granted by the operator. Any other administrator is one only as long as the token says so. */
    adminGranted: boolean('admin_granted').notNull().default(false),
    isAdFreeSubscriber: boolean('is_ad_free_subscriber').notNull().default(false),
    subscriptionExpiresAt: timestamptz('subscription_expires_at'),
    /** Of the newest device. Never part of a response. */
    fcmToken: text('fcm_token'),
    /** The university of the verified email; null for no student badge. */
    studentUniversity: text('student_university'),
    /** When a student email was last confirmed; null before the first, and of badges of before at first. */
    studentConfirmedAt: timestamptz('student_confirmed_at'),
    /** When the last reminder to confirm it again was sent. */
    studentReminderAt: timestamptz('student_reminder_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('users_identity').on(table.issuer, table.subject),
    index('users_mailbox').on(table.mailbox),
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    index('users_student_confirmed')
      .on(table.studentConfirmedAt)
      .where(sql`student_university is not null`),
    check('users_total_sales', sql`${table.totalSales} >= 0`),
    check('users_granted_is_admin', sql`${table.isAdmin} or not ${table.adminGranted}`),
    check('users_name', sql`length(${table.name}) between 1 and 200`),
  ],
);

/** Banned emails. Only a keyed hash is stored. */
export const bannedEmails = pgTable('banned_emails', {
  emailHash: text('email_hash').primaryKey(),
  createdAt: timestamptz('created_at').notNull(),
});
