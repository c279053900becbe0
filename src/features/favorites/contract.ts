import { z } from 'zod';
import { book } from '#features/books/contract.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { paginationQuery, isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';

const favorite = z.strictObject({
  id: uuidSchema,
  userId: uuidSchema,
  bookId: uuidSchema,
  createdAt: isoTimestamp,
  book,
});
export type Favorite = z.infer<typeof favorite>;

export const favoriteEndpoints = defineEndpoints({
  'GET /api/favorites': {
    auth: 'user',
    summary: 'Your favourites with their books, the newest first',
    query: z.object({
      ...paginationQuery,
      userId: uuidSchema.optional().describe('Accepted; must be your own'),
    }),
    response: z.array(favorite),
    paged: true,
  },
  'GET /api/favorites/ids': {
    auth: 'user',
    summary: 'The ids of all your favourite books, for marking them in lists',
    response: z.array(uuidSchema).max(2000),
  },
  'POST /api/favorites/toggle': {
    auth: 'user',
    summary: 'Adds or removes a favourite; with `favorited` a repeat never undoes',
    body: z.object({
      bookId: uuidSchema,
      userId: uuidSchema.optional().describe('Accepted; must be your own'),
      favorited: z
        .boolean()
        .optional()
        .describe('The wanted state; without it the present one is turned around'),
    }),
    response: z.strictObject({ favorited: z.boolean() }),
  },
});
export type FavoriteEndpoints = typeof favoriteEndpoints;

export const favoriteProblems = defineProblems({
  'too-many-favorites': { status: 409, detail: "You've reached the limit of favorites. Remove some first." },
});

export const favoriteProblem = createProblemFactory(favoriteProblems);
