import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';
import { subscriptionStates } from './rules.ts';

/** Your ad-free subscription, as the profile shows it. */
const subscription = z.strictObject({
  /**
   * The state that pages show. Ads depend only on the user's own two fields, which may differ.
   *
   * - 'active': renews at `paidThrough`. Can be canceled for then.
   * - 'renewing': a payment is due and in progress; ad-free until `expiresAt`. Canceling ends it
   * immediately.
   * - 'ending': canceled, valid until `paidThrough`; can be resumed until then.
   * - 'retrying': the renewal failed and is retried; ad-free until `expiresAt`. Can be paid with another
   * card (POST /api/create-adfree-purchase); canceling ends it immediately.
   * - 'unpaid': the provider has given up or paused charging, but not ended it. Can be bought again (POST
   * /api/create-adfree-purchase ends this one) or ended (cancel).
   * - 'ended': over. Can be bought again.
   *
   * 'renewing', 'retrying' and 'unpaid' may have an `expiresAt` in the past for a while: ads are shown
   * then, and we are about to terminate it.
   */
  state: z.enum(subscriptionStates),
  paidThrough: isoTimestamp.nullable(),
  /** When the ads come back if nothing is paid: `paidThrough`, or the end of the grace. */
  expiresAt: isoTimestamp.nullable(),
});
export type Subscription = z.infer<typeof subscription>;

export const subscriptionEndpoints = defineEndpoints({
  'POST /api/create-adfree-purchase': {
    auth: 'user',
    callsServices: true,
    summary:
      'Starts the monthly ad-free subscription or pays its failed renewal; a repeated request continues the same payment',
    body: z.object({
      userId: uuidSchema.optional().describe('Accepted; must be your own'),
      email: z.string().max(320).optional().describe('Accepted; must be your own'),
    }),
    response: z.strictObject({ clientSecret: z.string() }),
  },
  'GET /api/subscription': {
    auth: 'user',
    summary: 'Returns your ad-free subscription; null if you never paid for one',
    response: z.strictObject({ subscription: subscription.nullable() }),
  },
  'POST /api/subscription/cancel': {
    auth: 'user',
    whilePaused: 'allowed',
    callsServices: true,
    growsDatabase: false,
    summary:
      'Cancels your subscription at the end of the paid period, which can be undone until then; immediately if a payment is due',
    response: z.strictObject({ subscription }),
  },
  'POST /api/subscription/resume': {
    auth: 'user',
    callsServices: true,
    growsDatabase: false,
    summary: 'Undoes the cancellation of an active subscription',
    response: z.strictObject({ subscription }),
  },
});
export type SubscriptionEndpoints = typeof subscriptionEndpoints;

export const subscriptionProblems = defineProblems({
  'ad-free-already-active': { status: 409 },
  'subscription-not-found-at-provider': { status: 503 },
  'subscription-not-running': { status: 409 },
});
export const subscriptionProblem = createProblemFactory('subscriptions', subscriptionProblems);
