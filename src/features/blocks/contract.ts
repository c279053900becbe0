import { z } from 'zod';
import { publicUser } from '#features/accounts/contract.ts';
import { calls } from '#platform/shared/contract.ts';
import { problems } from '#platform/shared/problem.ts';
import { pageQuery, timestamp, uuid } from '#platform/shared/text.ts';

/** Somebody whom the asking person has blocked, and since when. */
export const block = z.strictObject({ user: publicUser, createdAt: timestamp });
export type Block = z.infer<typeof block>;

const blocked = z.strictObject({ blocked: z.boolean() });
const person = z.object({ userId: uuid });

export const blockCalls = calls({
  'GET /api/blocks': {
    auth: 'user',
    summary: 'The people whom you have blocked, the last one first',
    query: z.object({ ...pageQuery, userId: uuid.optional().describe('Only this person, if blocked') }),
    response: z.array(block),
    paged: true,
  },
  'PUT /api/blocks/:userId': {
    auth: 'user',
    summary:
      'Blocks a person: you hear nothing of each other, and they are not told. A second time changes nothing',
    params: person,
    response: blocked,
  },
  'DELETE /api/blocks/:userId': {
    auth: 'user',
    summary: 'Ends a block. What was written to you meanwhile stays unseen',
    params: person,
    response: blocked,
  },
});
export type BlockCalls = typeof blockCalls;

export const blockProblems = problems({
  'block-yourself': { status: 409, detail: 'You cannot block yourself.' },
  'too-many-blocks': { status: 409, detail: 'You have blocked very many people. Unblock somebody first.' },
});
