import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems, type HttpProblem } from '#platform/shared/problem.ts';
import { staffRoles } from '#platform/shared/team/staff-roles.ts';
import { singleLineText, isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { LANGUAGES } from '#platform/shared/texts/languages.ts';
import { textId, textToken } from '#platform/shared/texts/t.ts';
import { displayName, unofficialName, sanitizeName } from './reserved-names.ts';
import { nameLength, passwordLength, universityLength } from './rules.ts';
import { budgetTexts, type LimitedBudget, secondsToNextDay } from './budget-rules.ts';
import { passkeyEndpoints, passkeyProblems } from './passkey-contract.ts';
import { publicUser } from './public-user.ts';

export { publicUser, seller } from './public-user.ts';

const currentUser = publicUser.extend({
  email: z.string(),
  emailVerified: z.boolean().describe("The user's email is verified"),
  isAdmin: z.boolean(),
  roles: z.array(z.enum(staffRoles)).describe('In the team'),
  needsPasskey: z
    .boolean()
    .describe('You have roles and passkeys, and have to use one in this session first'),
  isAdFreeSubscriber: z.boolean(),
  subscriptionExpiresAt: isoTimestamp.nullable(),
  language: z.enum(LANGUAGES).nullable().describe('The language you chose; null for automatic'),
  isIndexable: z.boolean().describe('Search engines may show your public profile'),
  studentUntil: isoTimestamp
    .nullable()
    .describe('When the student email is to be confirmed again; null if it is no email of a university'),
  pausedUntil: isoTimestamp
    .nullable()
    .describe(
      'The end of a pause, which may be over: until then you read, and write in reserved trades only',
    ),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** Why an admin's role can't be revoked: they are the last admin, or the operator's settings grant it. */
export const adminLocks = ['last', 'settings'] as const;
export type AdminLock = (typeof adminLocks)[number];

const name = unofficialName({ ...nameLength, field: textId('accounts.field.name') });

const INVALID_EMAIL = issueMessage(textToken('accounts.field.email.invalid'));
const PASSWORD_REQUIRED = issueMessage(textToken('accounts.field.password.required'));
const CONFIRMATION_REQUIRED = issueMessage(textToken('accounts.field.confirm.required'));

/** Lower case, so that one mailbox has one account. */
export const email = z
  .string({
    error: (issue) =>
      issueMessage(
        issue.input === undefined
          ? textToken('accounts.field.email.required')
          : textToken('accounts.field.email.not-text'),
      ),
  })
  .transform((value) => value.normalize('NFC').trim().toLowerCase())
  .refine((value) => value !== '', {
    error: issueMessage(textToken('accounts.field.email.required')),
    abort: true,
  })
  .pipe(z.email({ error: INVALID_EMAIL }).max(254, { error: INVALID_EMAIL }));

const newPassword = z
  .string({ error: PASSWORD_REQUIRED })
  .min(passwordLength.min, {
    error: issueMessage(textToken('accounts.field.password.too-short', { min: passwordLength.min })),
  })
  .max(passwordLength.max, {
    error: issueMessage(textToken('accounts.field.password.too-long', { max: passwordLength.max })),
  })
  .refine((value) => value.trim() !== '', {
    error: issueMessage(textToken('accounts.field.password.blank')),
  });

export const signUpInput = z.object({ name, email, password: newPassword });

/** An existing password, which may predate the rules for new ones. */
const existingPassword = z
  .string({ error: PASSWORD_REQUIRED })
  .min(1, { error: PASSWORD_REQUIRED })
  .max(1000);

export const signInInput = z.object({ email, password: existingPassword });

const linkToken = z.string().min(1).max(200);

const signedInDevice = z.object({
  id: uuidSchema,
  device: z.string().describe("In words: 'Chrome on Android'"),
  isHandheld: z.boolean(),
  isCurrent: z.boolean().describe('The session of this request'),
  signedInAt: isoTimestamp,
  lastUsedAt: isoTimestamp,
});
export type SignedInDevice = z.infer<typeof signedInDevice>;

const done = z.strictObject({ done: z.literal(true) });

const sync = z.object({
  email: z.string().max(320).nullish().describe("Accepted; must be the token's"),
  name: singleLineText({ min: 0, max: nameLength.max, field: textId('accounts.field.name') })
    .transform(sanitizeName)
    .nullish()
    .describe("Ignored if it can't be displayed, is an address or looks like BookSwap's"),
  profileImage: z.string().max(2000).nullish().describe("Accepted; the token's photo is used"),
  isAdmin: z.boolean().nullish().describe('Ignored'),
});

/** The changed fields only. */
const profile = z.object({
  name: name.optional(),
  university: displayName({ min: 0, max: universityLength.max, field: textId('accounts.field.university') })
    .transform((text) => (text === '' ? null : text))
    .nullish(),
  profileImage: z
    .string()
    .max(2000)
    .nullish()
    .describe('The URL of a photo you uploaded; null removes the photo'),
  language: z
    .enum(LANGUAGES)
    .nullish()
    .describe('The language of pages, emails and notifications; null for automatic'),
  isIndexable: z.boolean().optional().describe('Whether search engines may show your public profile'),
});
export type ProfileUpdate = z.output<typeof profile>;

const confirmedBy = z.enum(['password', 'email']);
export type ConfirmationMethod = z.infer<typeof confirmedBy>;

export const accountEndpoints = defineEndpoints({
  'PATCH /api/users/me': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Changes your name, university, profile photo, language, or whether search engines may show you',
    body: profile,
    response: currentUser,
  },
  'GET /api/users/me/export': {
    auth: 'user',
    summary: 'All your data as one JSON document',
    response: z.record(z.string(), z.unknown()),
  },
  'GET /api/users/me/removal': {
    auth: 'user',
    summary:
      'How to confirm the deletion of your account: with your password, or with your email if you have no password',
    response: z.strictObject({ confirmedBy }),
  },
  'DELETE /api/users/me': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Permanently deletes your account and all your data',
    body: z.object({
      confirm: z.string({ error: CONFIRMATION_REQUIRED }).min(1, { error: CONFIRMATION_REQUIRED }).max(1000),
    }),
    response: z.strictObject({ removed: z.literal(true) }),
  },
  'POST /api/users/sync': {
    auth: 'user',
    whilePaused: 'allowed',
    growsDatabase: false,
    summary: 'Updates the stored user from the identity token and returns it',
    body: sync,
    response: currentUser,
  },
});
export type AccountEndpoints = typeof accountEndpoints;

/** Emailed links that verify an email. Every identity provider has them. */
export const emailLinkEndpoints = defineEndpoints({
  'POST /api/auth/send-verification-email': {
    auth: 'user',
    whilePaused: 'allowed',
    growsDatabase: false,
    summary: 'Sends the verification email again, or one that confirms a student email for another year',
    status: 202,
    response: done,
  },
  'POST /api/auth/verify-email': {
    auth: 'user',
    whilePaused: 'allowed',
    growsDatabase: false,
    summary: "Verifies your account's email with the token of the emailed link",
    body: z.object({ token: linkToken }),
    response: done,
  },
});
export type EmailLinkEndpoints = typeof emailLinkEndpoints;

/** Endpoints of the embedded identity provider. Sign-in and sign-out set cookies: their routes are separate. */
export const identityEndpoints = defineEndpoints({
  'POST /api/auth/forgot-password': {
    auth: 'public',
    summary: "Emails a password reset link if the account exists; the response is the same if it doesn't",
    status: 202,
    body: z.object({ email }),
    response: done,
  },
  'POST /api/auth/reset-password': {
    auth: 'public',
    hashesPasswords: true,
    summary:
      'Sets a new password with the token of the emailed link; ends every session and deletes all passkeys',
    body: z.object({ token: linkToken, newPassword }),
    response: z.object({
      email: z.string().describe('To sign in with'),
      passkeysRemoved: z.boolean().describe('The account had passkeys; all were deleted'),
    }),
  },
  'POST /api/auth/change-password': {
    auth: 'user',
    whilePaused: 'allowed',
    growsDatabase: false,
    summary: "Changes the password and ends the user's other sessions",
    body: z.object({
      currentPassword: existingPassword,
      newPassword,
      removePasskeys: z
        .boolean()
        .optional()
        .describe('Also delete all your passkeys; admins who have some must have just used one'),
    }),
    response: done,
  },
  'GET /api/users/me/sessions': {
    auth: 'user',
    summary: 'The devices where the user is signed in, the current one first',
    response: z.array(signedInDevice),
  },
  'DELETE /api/users/me/sessions/:id': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Signs out one device',
    params: z.object({ id: uuidSchema }),
    response: done,
  },
  'DELETE /api/users/me/sessions': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Signs out the other devices, or all of them',
    query: z.object({
      all: z.enum(['true', 'false']).default('false').describe('Include the current device'),
    }),
    response: done,
  },
  ...passkeyEndpoints,
});
export type IdentityEndpoints = typeof identityEndpoints;

export const accountProblems = defineProblems({
  'invalid-credentials': { status: 401 },
  'email-taken': { status: 409 },
  'email-linked-to-other-account': { status: 409 },
  'user-not-found': { status: 404 },
  'confirmation-mismatch': { status: 403 },
  'cannot-delete-last-admin': { status: 409 },
  'last-admin-keeps-role': { status: 409 },
  'admin-by-settings': { status: 409 },
  'email-banned': { status: 403 },
  'email-already-verified': { status: 409 },
  'link-expired': { status: 400 },
  'link-for-other-account': { status: 403 },
  'invalid-current-password': { status: 403 },
  'password-not-set': { status: 409 },
  'identity-managed-elsewhere': { status: 409 },
  'two-session-cookies': { status: 400 },
  ...passkeyProblems,
  'daily-limit-reached': { status: 429 },
  'origin-not-allowed': { status: 403 },
  'sign-in-busy': { status: 503 },
});

export const accountProblem = createProblemFactory('accounts', accountProblems);

export const budgetExceeded = (kind: LimitedBudget, now: Date): HttpProblem =>
  accountProblem('daily-limit-reached', { text: budgetTexts[kind], retryAfter: secondsToNextDay(now) });

declare module '#features/live/contract.ts' {
  interface ServerMessages {
    /** The current user has changed: fetch it again. */
    user: object;
  }
}
