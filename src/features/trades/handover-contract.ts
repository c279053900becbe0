import { z } from 'zod';
import { reservation } from './offer-contract.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { uuidSchema } from '#platform/shared/text-schemas.ts';
import { HANDOVER_CODE } from './handover-rules.ts';

export const handoverEndpoints = defineEndpoints({
  'POST /api/reservations/:id/confirm': {
    auth: 'user',
    growsDatabase: false,
    summary: 'Confirms a handover with the code of the buyer: your book is sold to them at the agreed price',
    params: z.object({ id: uuidSchema }),
    body: z.object({ code: z.string().regex(HANDOVER_CODE, 'Type the six digits.') }),
    response: reservation,
  },
});
export type HandoverEndpoints = typeof handoverEndpoints;

export const handoverProblems = defineProblems({
  'wrong-handover-code': { status: 409, detail: 'This is not the code.' },
  'handover-paused': { status: 429, detail: 'Five wrong codes. Try again in 15 minutes.' },
});

export const handoverProblem = createProblemFactory(handoverProblems);
