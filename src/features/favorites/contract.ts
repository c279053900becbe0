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
  book: book.nullable().describe('Null: no longer available, because it is hidden'),
});
export type Favorite = z.infer<typeof favorite>;

export const favoriteEndpoints = defineEndpoints({
  'GET /api/favorites': {
    auth: 'user',
    summary: 'Lists your favorites with their books, newest first',
    query: z.object({
      ...paginationQuery,
      userId: uuidSchema.optional().describe('Accepted; must be your own'),
      bookId: uuidSchema.optional().describe('Only this book'),
    }),
    response: z.array(favorite),
    paged: true,
  },
  'GET /api/favorites/ids': {
    auth: 'user',
    summary: 'Lists the ids of all your favorite books, to mark them in lists',
    response: z.array(uuidSchema).max(2000),
  },
  'POST /api/favorites/toggle': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Adds or removes a favorite; with `favorited`, repeating it never undoes it',
    body: z.object({
      bookId: uuidSchema,
      userId: uuidSchema.optional().describe('Accepted; must be your own'),
      favorited: z.boolean().optional().describe('The wanted state; if absent, the current state is toggled'),
    }),
    response: z.strictObject({ favorited: z.boolean() }),
  },
});
export type FavoriteEndpoints = typeof favoriteEndpoints;

export const favoriteProblems = defineProblems({
  'too-many-favorites': { status: 409 },
});

export const favoriteProblem = createProblemFactory('favorites', favoriteProblems);
