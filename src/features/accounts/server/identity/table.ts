import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../../platform/server/database/columns.ts';

// The tables of the embedded identity provider. Their property names are Better Auth's; it writes no others.

/** Somebody who can sign in here. The person of the market is a row of `users`, found by issuer and subject (this id). */
export const identityUsers = pgTable('identity_users', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  /** Lower case. */
  email: text().notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text(),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
});

export const identitySessions = pgTable(
  'identity_sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
    token: text().notNull().unique(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('identity_sessions_user').on(table.userId),
    index('identity_sessions_end').on(table.expiresAt),
  ],
);

/** A way to sign in: a password here ('credential'), or an account at an OpenID provider. */
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

/** The keys that sign tokens; the private half is encrypted with a key derived from the installation's secret. */
export const identityJwks = pgTable('identity_jwks', {
  id: uuid().primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text(),
  crv: text(),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at'),
});

/**
 * Attempts to sign in or up, counted for each account and each address, shared by all processes. `key` is a keyed hash: neither
 * the e-mails that somebody tries nor anybody's address stand on the disk.
 */
export const identityRateLimits = pgTable(
  'identity_rate_limits',
  {
    key: text().primaryKey(),
    attempts: integer().notNull(),
    resetsAt: timestamptz('resets_at').notNull(),
  },
  (table) => [index('identity_rate_limits_reset').on(table.resetsAt)],
);

/** Identities whose person was removed: their tokens from before that are refused, and create nobody anew. */
export const deletedIdentities = pgTable(
  'deleted_identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    removedAt: timestamptz('removed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

/**
 * Links that were mailed and still open something: to prove that an e-mail is somebody's, or to choose a new password. What stands in
 * the mail is not stored, only its hash.
 */
export const identityEmailTokens = pgTable(
  'identity_email_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text({ enum: ['verify-email', 'reset-password'] }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
    /** To which it was sent: it proves nothing about another one. */
    email: text().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    index('identity_email_tokens_user').on(table.userId),
    index('identity_email_tokens_end').on(table.expiresAt),
    check('identity_email_tokens_purpose', sql`${table.purpose} in ('verify-email', 'reset-password')`),
  ],
);
