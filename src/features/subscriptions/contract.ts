import { z } from 'zod';
import { calls } from '#platform/shared/contract.ts';
import { problemFactory, problems } from '#platform/shared/problem.ts';
import { timestamp, uuid } from '#platform/shared/text.ts';

/** Your ad-free subscription, as the profile shows it. */
export const subscription = z.strictObject({
  /**
   * 'active': renews at `paidThrough`. 'ending': canceled, good until `paidThrough`, can be undone. 'retrying': the renewal failed, ad-free
   * goes on until `expiresAt`. 'ended': over.
   */
  state: z.enum(['active', 'ending', 'retrying', 'ended']),
  paidThrough: timestamp.nullable(),
  /** When the ads come back if nothing is paid: `paidThrough`, or the end of the grace. */
  expiresAt: timestamp.nullable(),
});
export type Subscription = z.infer<typeof subscription>;

export const subscriptionCalls = calls({
  'POST /api/create-adfree-purchase': {
    auth: 'user',
    summary:
      'Starts the monthly ad-free subscription, or the payment of its failed renewal; asked again, it goes on with the same one',
    body: z.object({
      userId: uuid.optional().describe('Accepted; must be your own'),
      email: z.string().max(320).optional().describe('Accepted; must be your own'),
    }),
    response: z.strictObject({ clientSecret: z.string() }),
  },
  'GET /api/subscription': {
    auth: 'user',
    summary: 'Your ad-free subscription; null if there has never been a paid one',
    response: z.strictObject({ subscription: subscription.nullable() }),
  },
  'POST /api/subscription/cancel': {
    auth: 'user',
    summary: 'Ends your subscription with the period that is paid; until then it can be undone',
    response: z.strictObject({ subscription }),
  },
  'POST /api/subscription/resume': {
    auth: 'user',
    summary: 'Undoes the cancellation of a subscription that is still running',
    response: z.strictObject({ subscription }),
  },
});
export type SubscriptionCalls = typeof subscriptionCalls;

export const subscriptionProblems = problems({
  'already-ad-free': { status: 409, detail: 'You already have ad-free access.' },
  'no-subscription': { status: 409, detail: 'There is no running subscription.' },
});
export const subscriptionProblem = problemFactory(subscriptionProblems);
