import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { isoTimestamp, multilineText, paginationQuery, uuidSchema } from '#platform/shared/text-schemas.ts';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { textId, textToken } from '#platform/shared/texts/t.ts';
import {
  FORMER_STUDENT,
  MAX_REVIEW_LENGTH,
  MAX_STARS,
  reviewStates,
  reviewTags,
  saleSides,
} from './rules.ts';

const STARS_ERROR = issueMessage(textToken('reviews.field.stars.required', { max: MAX_STARS }));

/** What the author chooses and writes. */
const reviewInput = z.object({
  stars: z.int({ error: STARS_ERROR }).min(1, { error: STARS_ERROR }).max(MAX_STARS, { error: STARS_ERROR }),
  tags: z
    .array(z.enum(reviewTags))
    .max(reviewTags.length)
    .default([])
    .transform((chosen) => reviewTags.filter((tag) => chosen.includes(tag))),
  text: multilineText({ min: 0, max: MAX_REVIEW_LENGTH, field: textId('reviews.field.review') }).default(''),
});
export type ReviewInput = z.output<typeof reviewInput>;

const participant = z.strictObject({ id: uuidSchema, name: z.string(), profileImage: z.string().nullable() });

const content = {
  id: uuidSchema,
  stars: z.int().min(1).max(MAX_STARS),
  tags: z.array(z.enum(reviewTags)),
  text: z.string(),
};

const publicReview = z.strictObject({
  ...content,
  createdAt: isoTimestamp.describe('When it became public'),
  author: participant
    .extend({ id: uuidSchema.nullable() })
    .describe(`An author who has left has no id, and the name '${FORMER_STUDENT}'`),
  reply: z
    .strictObject({ text: z.string(), createdAt: isoTimestamp })
    .nullable()
    .describe('Of the reviewed user'),
});
export type PublicReview = z.infer<typeof publicReview>;

const ownReview = z.strictObject({
  ...content,
  reservationId: uuidSchema,
  state: z.enum(reviewStates).describe('private: the sale does not count, and only you see the review'),
  publishedAt: isoTimestamp.describe(
    'While it is hidden: the latest time at which it becomes public. While it is private: until when you may change it',
  ),
});
export type OwnReview = z.infer<typeof ownReview>;

const reviewRequest = z.strictObject({
  reservationId: uuidSchema,
  side: z.enum(saleSides).describe('Yours in the sale'),
  book: z
    .strictObject({
      id: uuidSchema.nullable().describe('Null: the listing is gone'),
      title: z.string(),
      author: z.string(),
      isbn: z.string().nullable().describe('13 digits'),
    })
    .nullable(),
  price: z.int().describe('Minor units: what was paid'),
  soldAt: isoTimestamp,
  other: participant.describe('Whom you may review'),
  until: isoTimestamp,
  isPrivate: z.boolean().describe('The sale does not count: only you see your review'),
  review: ownReview.nullable().describe('Yours, while you may change it'),
});
export type ReviewRequest = z.infer<typeof reviewRequest>;

const byId = z.object({ id: uuidSchema });

export const reviewEndpoints = defineEndpoints({
  'POST /api/reservations/:id/review': {
    auth: 'user',
    whilePaused: 'reserved-trades',
    summary:
      'Reviews the other user of a confirmed sale, or changes that review until it is public: for 14 days, or until both have written',
    params: byId,
    body: reviewInput,
    response: ownReview,
  },
  'GET /api/users/me/review-requests': {
    auth: 'user',
    summary: 'Lists your confirmed sales that you may review now, newest first',
    query: z.object({ ...paginationQuery, bookId: uuidSchema.optional() }),
    response: z.array(reviewRequest),
    paged: true,
  },
  'POST /api/reviews/:id/reply': {
    auth: 'user',
    summary: 'Replies to a public review about you, once',
    params: byId,
    body: z.object({
      text: multilineText({ min: 1, max: MAX_REVIEW_LENGTH, field: textId('reviews.field.reply') }),
    }),
    response: publicReview,
  },
  'GET /api/users/:id/reviews': {
    auth: 'public',
    summary: 'Lists the public reviews about a user, newest first',
    params: byId,
    query: z.object(paginationQuery),
    response: z.array(publicReview),
    paged: true,
  },
});
export type ReviewEndpoints = typeof reviewEndpoints;

export const reviewProblems = defineProblems({
  /** A review about the member of the team who would remove it. */
  'cannot-remove-own': { status: 409 },
  'confirmed-sale-not-found': { status: 404 },
  'email-not-verified': { status: 403 },
  'participant-left': { status: 409 },
  'review-not-found': { status: 404 },
  'review-period-ended': { status: 409 },
  'review-published': { status: 409 },
  'review-replied': { status: 409 },
});

export const reviewProblem = createProblemFactory('reviews', reviewProblems);
