import { z } from 'zod';
import { calls } from '#platform/shared/contract.ts';
import { problems } from '#platform/shared/problem.ts';
import { lineOfText, timestamp, uuid } from '#platform/shared/text.ts';

/** What anybody may know of a person (decision: exactly this). */
export const publicUser = z.strictObject({
  id: uuid,
  name: z.string(),
  university: z.string().nullable(),
  profileImage: z.string().nullable(),
  totalSales: z.int(),
  createdAt: timestamp,
});
export type PublicUser = z.infer<typeof publicUser>;

/** How a seller stands beside a book. */
export const seller = publicUser.pick({ id: true, name: true, profileImage: true, university: true });
export type Seller = z.infer<typeof seller>;

/** What a person sees of themselves. */
export const ownUser = publicUser.extend({
  email: z.string(),
  isAdmin: z.boolean(),
  isAdFreeSubscriber: z.boolean(),
  subscriptionExpiresAt: timestamp.nullable(),
});
export type OwnUser = z.infer<typeof ownUser>;

const sync = z.object({
  email: z.string().max(320).optional().describe("Accepted; must be the token's"),
  name: lineOfText({ min: 1, max: 200, name: 'Name' }).optional(),
  profileImage: z.string().max(2000).nullish(),
  isAdmin: z.boolean().optional().describe('Ignored'),
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
  'identity-busy': { status: 503, detail: 'Many people are signing in right now. Please try again in a moment.' },
});
