import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { uuidSchema } from '#platform/shared/text-schemas.ts';

export const boostEndpoints = defineEndpoints({
  'POST /api/create-payment-intent': {
    auth: 'user',
    callsServices: true,
    summary: 'Starts the payment to boost your active listing; a repeated request continues the same payment',
    body: z.object({
      bookId: uuidSchema,
      amount: z
        .number()
        .optional()
        .describe("In units of the market's currency, such as 2.99; must be the price"),
      userId: z.string().max(200).optional().describe('Ignored: the token identifies the payer'),
    }),
    response: z.strictObject({ clientSecret: z.string() }),
  },
});
export type BoostEndpoints = typeof boostEndpoints;

export const boostProblems = defineProblems({
  'listing-not-active': { status: 409 },
});
export const boostProblem = createProblemFactory('boosts', boostProblems);
