import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { grantedRoles, type StaffRole } from '../../../platform/shared/team/staff-roles.ts';
import { sqlStringList, timestamptz } from '../../../platform/server/database/columns.ts';
import type { Language } from '../../../platform/shared/texts/languages.ts';

/** A user. A token of `issuer` for `subject` authenticates them. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text().notNull(),
    /**
     * Equal for all spellings of an email. People are counted by mailbox, not by account. Personal data: other
     * tables store its keyed hash (`hashMailbox`).
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
    /** Granted by the operator. Other administrators have the role only while their token says so. */
    adminGranted: boolean('admin_granted').notNull().default(false),
    /** Roles besides 'admin', which `isAdmin` says. */
    staffRoles: text('staff_roles')
      .array()
      .$type<StaffRole[]>()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** When the user joined the team; null: not a member, or a member since before roles existed. */
    staffSince: timestamptz('staff_since'),
    /** The end of a pause, possibly in the past. A paused user may only read, and write in reserved trades. */
    pausedUntil: timestamptz('paused_until'),
    /** When a moderator approved a first listing; null: none yet. */
    listingsApprovedAt: timestamptz('listings_approved_at'),
    isAdFreeSubscriber: boolean('is_ad_free_subscriber').notNull().default(false),
    subscriptionExpiresAt: timestamptz('subscription_expires_at'),
    /** The push token of the newest device. It is never part of a response. */
    fcmToken: text('fcm_token'),
    /** The university of the verified email; null for no student badge. */
    studentUniversity: text('student_university'),
    /** When a student email was last confirmed; null before the first time, and for badges of earlier versions. */
    studentConfirmedAt: timestamptz('student_confirmed_at'),
    /** When the last reminder to confirm it again was sent. */
    studentReminderAt: timestamptz('student_reminder_at'),
    /** Chosen in Account Settings; null for automatic. */
    language: text().$type<Language>(),
    /** The language of the pages that the user last used, and when it was stored: at most once a day. */
    seenLanguage: text('seen_language').$type<Language>(),
    seenLanguageAt: timestamptz('seen_language_at'),
    /** Whether the sitemap lists the profile and search engines may index it. */
    isIndexable: boolean('is_indexable').notNull().default(true),
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
    index('users_staff')
      .on(table.id)
      .where(sql`is_admin or staff_roles <> '{}'`),
    index('users_paused')
      .on(table.pausedUntil)
      .where(sql`paused_until is not null`),
    check('users_staff_roles', sql`${table.staffRoles} <@ array[${sqlStringList(grantedRoles)}]`),
    check('users_granted_is_admin', sql`${table.isAdmin} or not ${table.adminGranted}`),
    check('users_name', sql`length(${table.name}) between 1 and 200`),
  ],
);

/** Banned emails. Only a keyed hash is stored. */
export const bannedEmails = pgTable('banned_emails', {
  emailHash: text('email_hash').primaryKey(),
  createdAt: timestamptz('created_at').notNull(),
});

// The tables of the embedded identity provider. The property names are Better Auth's.

/** An account of the embedded identity provider; the subject of its row of `users` is this id. */
export const identityUsers = pgTable(
  'identity_users',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** Lower case. */
    email: text().notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text(),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [index('identity_users_mailbox').on(sql`mailbox_of(${table.email})`)],
);

export const identitySessions = pgTable(
  'identity_sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, as hex. */
    token: text().notNull().unique(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    /** When a passkey was last used in this session. */
    passkeyCheckedAt: timestamptz('passkey_checked_at'),
  },
  (table) => [
    index('identity_sessions_user').on(table.userId),
    index('identity_sessions_end').on(table.expiresAt),
  ],
);

/** A credential of an identity: a password ('credential'), or an account at an OpenID provider. */
export const identityAccounts = pgTable(
  'identity_accounts',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
    providerId: text('provider_id').notNull(),
    accountId: text('account_id').notNull(),
    /** A salted scrypt hash. */
    password: text(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text(),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    unique('identity_accounts_account').on(table.providerId, table.accountId),
    index('identity_accounts_user').on(table.userId),
  ],
);

/** A WebAuthn credential. The private key stays in the user's device. */
export const identityPasskeys = pgTable(
  'identity_passkeys',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
    name: text(),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull().unique(),
    /** The device's counter of uses; zero if it does not count. */
    counter: integer().notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text(),
    aaguid: text(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('identity_passkeys_user').on(table.userId)],
);

export const identityVerifications = pgTable(
  'identity_verifications',
  {
    id: uuid().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('identity_verifications_identifier').on(table.identifier),
    index('identity_verifications_end').on(table.expiresAt),
  ],
);

/** The keys that sign tokens. The private keys are encrypted with a key derived from the secret. */
export const identityJwks = pgTable('identity_jwks', {
  id: uuid().primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text(),
  crv: text(),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at'),
});

/** Counted attempts, shared by all processes. `key` is a keyed hash: emails and addresses are not stored. */
export const identityRateLimits = pgTable(
  'identity_rate_limits',
  {
    key: text().primaryKey(),
    attempts: integer().notNull(),
    resetsAt: timestamptz('resets_at').notNull(),
  },
  (table) => [index('identity_rate_limits_reset').on(table.resetsAt)],
);

/** Identities whose user was deleted: their older tokens are refused, and do not create the user again. */
export const deletedIdentities = pgTable(
  'deleted_identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    removedAt: timestamptz('removed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

/** Tokens of emailed links, to verify an email or to choose a new password. Only the hash is stored. */
export const identityEmailTokens = pgTable(
  'identity_email_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text({ enum: ['verify-email', 'reset-password'] }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
    /** The recipient: the link verifies no other email. */
    email: text().notNull(),
    /** The language of the request for the link; null in links of the previous version. */
    language: text().$type<Language>(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    index('identity_email_tokens_user').on(table.userId),
    index('identity_email_tokens_end').on(table.expiresAt),
    check('identity_email_tokens_purpose', sql`${table.purpose} in ('verify-email', 'reset-password')`),
  ],
);
