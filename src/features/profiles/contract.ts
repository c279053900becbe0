import { z } from 'zod';
import { publicUser } from '#features/accounts/contract.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { uuidSchema } from '#platform/shared/text-schemas.ts';
import { replyTimes } from './rules.ts';

/** What everybody may know of a user. */
const profile = publicUser.extend({
  confirmedSales: z.int().describe('Sold books whose buyers have confirmed that they got them'),
  rating: z.strictObject({
    average: z.number().nullable().describe('Stars, 1 to 5; null without a review'),
    count: z.int().describe('Public reviews'),
  }),
  missedMeetings: z
    .int()
    .describe('Meetings of the last year to which the user is said not to have come, undisputed; 0 below 3'),
  isIndexable: z.boolean().describe('Search engines may show the profile'),
  usuallyAnswers: z
    .enum(replyTimes)
    .nullable()
    .describe('How soon the user replies to a first message; null below five buyers, or if later'),
});
export type Profile = z.infer<typeof profile>;

export const profileEndpoints = defineEndpoints({
  'GET /api/users/:id': {
    auth: 'public',
    summary: 'Returns the public profile of a user',
    params: z.object({ id: uuidSchema }),
    response: profile,
  },
});
export type ProfileEndpoints = typeof profileEndpoints;
