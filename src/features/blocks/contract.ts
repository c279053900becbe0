import { z } from 'zod';
import { publicUser } from '#features/accounts/contract.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { paginationQuery, isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';

/** A user whom the current user has blocked, with the time. */
const block = z.strictObject({ user: publicUser, createdAt: isoTimestamp });
export type Block = z.infer<typeof block>;

const blocked = z.strictObject({ blocked: z.boolean() });
const user = z.object({ userId: uuidSchema });

export const blockEndpoints = defineEndpoints({
  'GET /api/blocks': {
    auth: 'user',
    summary: 'Lists the users you blocked, latest first',
    query: z.object({
      ...paginationQuery,
      userId: uuidSchema.optional().describe('Only this user, if blocked'),
    }),
    response: z.array(block),
    paged: true,
  },
  'PUT /api/blocks/:userId': {
    auth: 'user',
    whilePaused: 'allowed',
    growsDatabase: false,
    summary:
      "Blocks a user: you can't message each other, and they aren't notified. Repeating it changes nothing",
    params: user,
    response: blocked,
  },
  'DELETE /api/blocks/:userId': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Ends a block. Messages sent to you during the block stay hidden',
    params: user,
    response: blocked,
  },
});
export type BlockEndpoints = typeof blockEndpoints;

export const blockProblems = defineProblems({
  'cannot-block-self': { status: 409 },
  'too-many-blocks': { status: 409 },
});

export const blockProblem = createProblemFactory('blocks', blockProblems);
