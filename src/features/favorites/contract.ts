import { z } from 'zod';
import { book } from '#features/books/contract.ts';
import { calls } from '#platform/shared/contract.ts';
import { problems } from '#platform/shared/problem.ts';
import { pageQuery, timestamp, uuid } from '#platform/shared/text.ts';

export const favorite = z.strictObject({ id: uuid, userId: uuid, bookId: uuid, createdAt: timestamp, book });
export type Favorite = z.infer<typeof favorite>;

export const favoriteCalls = calls({
  'GET /api/favorites': {
    auth: 'user',
    summary: 'Your favourites with their books, the newest first',
    query: z.object({ ...pageQuery, userId: uuid.optional().describe('Accepted; must be your own') }),
    response: z.array(favorite),
    paged: true,
  },
  'GET /api/favorites/ids': {
    auth: 'user',
    summary: 'The ids of all your favourite books, for marking them in lists',
    response: z.array(uuid).max(2000),
  },
  'POST /api/favorites/toggle': {
    auth: 'user',
    summary: 'Adds or removes a favourite; with `favorited` a repeat never undoes',
    body: z.object({
      bookId: uuid,
      userId: uuid.optional().describe('Accepted; must be your own'),
      favorited: z
        .boolean()
        .optional()
        .describe('The wanted state; without it the present one is turned around'),
    }),
    response: z.strictObject({ favorited: z.boolean() }),
  },
});
export type FavoriteCalls = typeof favoriteCalls;

export const favoriteProblems = problems({
  'too-many-favorites': { status: 409, detail: 'You have very many favorites. Remove some first.' },
});
