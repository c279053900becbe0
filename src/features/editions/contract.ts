import { z } from 'zod';
import { requiredIsbn } from '#features/books/contract.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { editionSources } from './rules.ts';

const edition = z.strictObject({
  isbn: z.string().describe('13 digits'),
  title: z.string().describe('Without the edition'),
  author: z.string().nullable().describe('Separated by commas'),
  edition: z.string().nullable().describe("'3rd Edition'"),
  publisher: z.string().nullable(),
  publishedYear: z.int().nullable().describe("The edition's, not the work's"),
  subject: z.string().nullable().describe("One of the listing form's"),
  source: z.enum(editionSources),
});
export type Edition = z.infer<typeof edition>;

export const editionEndpoints = defineEndpoints({
  'GET /api/editions/:isbn': {
    auth: 'user',
    callsServices: true,
    summary: 'Looks up the facts of a book by its ISBN',
    params: z.object({ isbn: requiredIsbn.describe('ISBN-10 or ISBN-13, hyphens allowed') }),
    response: edition,
  },
});
export type EditionEndpoints = typeof editionEndpoints;

export const editionProblems = defineProblems({
  'edition-not-found': { status: 404 },
});

export const editionProblem = createProblemFactory('editions', editionProblems);
