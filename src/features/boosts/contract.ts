import { z } from 'zod';
import { calls } from '#platform/shared/contract.ts';
import { problemFactory, problems } from '#platform/shared/problem.ts';
import { uuid } from '#platform/shared/text.ts';

export const boostCalls = calls({
  'POST /api/create-payment-intent': {
    auth: 'user',
    summary: 'Starts the payment for boosting your active listing; asked again, it goes on with the same one',
    body: z.object({
      bookId: uuid,
      amount: z.number().optional().describe('Dollars; accepted when it is the price'),
      userId: z.string().max(200).optional().describe('Ignored: the token says who pays'),
    }),
    response: z.strictObject({ clientSecret: z.string() }),
  },
});
export type BoostCalls = typeof boostCalls;

export const boostProblems = problems({
  'listing-not-active': { status: 409, detail: 'Only a listing that is for sale can be boosted.' },
});
export const boostProblem = problemFactory(boostProblems);
