import { z } from 'zod';
import { calls } from '#platform/shared/contract.ts';
import { problemFactory, problems } from '#platform/shared/problem.ts';
import { lineOfText, timestamp, uuid } from '#platform/shared/text.ts';
import { nameLength, passwordLength } from './rules.ts';

/** What anybody may know of a person (decision: exactly this). */
export const publicUser = z.strictObject({
  id: uuid,
  name: z.string(),
  university: z.string().nullable(),
  studentVerified: z.boolean().describe('The person has proven to have an e-mail of a university'),
  profileImage: z.string().nullable(),
  totalSales: z.int(),
  createdAt: timestamp,
});

/** How a seller stands beside a book. */
export const seller = publicUser.pick({
  id: true,
  name: true,
  profileImage: true,
  university: true,
  studentVerified: true,
  totalSales: true,
});

/** What a person sees of themselves. */
export const ownUser = publicUser.extend({
  email: z.string(),
  isAdmin: z.boolean(),
  isAdFreeSubscriber: z.boolean(),
  subscriptionExpiresAt: timestamp.nullable(),
});
export type OwnUser = z.infer<typeof ownUser>;

const name = lineOfText({ ...nameLength, name: 'Name' });

/** Lower case, so that one mailbox is one account. */
export const email = z
  .string({ error: (issue) => (issue.input === undefined ? 'Email is required' : 'Email must be text') })
  .transform((value) => value.normalize('NFC').trim().toLowerCase())
  .refine((value) => value !== '', { error: 'Email is required', abort: true })
  .pipe(z.email({ error: 'Enter a valid email address' }).max(254, { error: 'Enter a valid email address' }));

/** A password that somebody chooses. */
export const newPassword = z
  .string({ error: 'Password is required' })
  .min(passwordLength.min, { error: `Password must be at least ${passwordLength.min} characters long.` })
  .max(passwordLength.max, { error: `Password can have at most ${passwordLength.max} characters` })
  .refine((value) => value.trim() !== '', { error: 'Password cannot consist of blanks only' });

export const signUpInput = z.object({ name, email, password: newPassword });

export const signInInput = z.object({
  email,
  password: z.string({ error: 'Password is required' }).min(1, { error: 'Password is required' }).max(1000),
});

const sync = z.object({
  email: z.string().max(320).nullish().describe("Accepted; must be the token's"),
  name: lineOfText({ min: 0, max: nameLength.max, name: 'Name' }).nullish(),
  profileImage: z.string().max(2000).nullish().describe("Accepted; the token's picture is what counts"),
  isAdmin: z.boolean().nullish().describe('Ignored'),
});

export const accountCalls = calls({
  'POST /api/users/sync': {
    auth: 'user',
    summary: 'Brings the stored user up to date with the identity token and returns it',
    body: sync,
    response: ownUser,
  },
});
export type AccountCalls = typeof accountCalls;

export const accountProblems = problems({
  'credentials-wrong': { status: 401, detail: 'The email or the password is wrong.' },
  'email-taken': {
    status: 409,
    detail: 'There is already an account with this email. Please sign in instead.',
  },
  'email-in-use': {
    status: 409,
    detail: 'Another account already uses this email. Sign in the way you did before, or use another email.',
  },
  'person-not-found': { status: 404, detail: 'This person does not exist.' },
  'last-admin': {
    status: 409,
    detail: 'This is the last admin, who cannot be deleted. Make somebody else an admin first.',
  },
  'origin-refused': { status: 403, detail: 'This request comes from another site.' },
  'identity-busy': {
    status: 503,
    detail: 'Many people are signing in right now. Please try again in a moment.',
  },
});

export const accountProblem = problemFactory(accountProblems);
