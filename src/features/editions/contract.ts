import { z } from 'zod';
import { requiredIsbn } from '#features/books/contract.ts';
import { searchable } from '#features/books/searchable.ts';
import { conditions } from '#features/books/rules.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';
import {
  editionSources,
  MAX_COUNTED_COPIES,
  MAX_EDITIONS_OF_WORK,
  MAX_LISTED_WORKS,
  MAX_SHOWN_OTHER_LISTINGS,
} from './rules.ts';

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

const numberedEdition = z.string().nullable().describe("'9th Edition'; null if nothing tells the number");

/** An edition of a work, and what is available of it. */
export const workEdition = z.strictObject({
  isbn: z.string().describe('13 digits'),
  edition: numberedEdition,
  availableCount: z.int().describe(`Available listings; ${MAX_COUNTED_COPIES} means that many or more`),
  lowestPrice: z.int().nullable().describe('Minor units; null without an available listing'),
});

const work = z.strictObject({
  title: z.string().nullable().describe('Without the edition; null if nobody knows it'),
  author: z.string().nullable(),
  editions: z
    .array(workEdition.extend({ publishedYear: z.int().nullable().describe("The edition's") }))
    .max(MAX_EDITIONS_OF_WORK)
    .describe('The newest first'),
});
export type Work = z.infer<typeof work>;

const otherListings = z.strictObject({
  count: z.int().describe(`Of all; ${MAX_COUNTED_COPIES} means that many or more`),
  listings: z
    .array(
      z.strictObject({
        bookId: uuidSchema,
        isbn: z.string(),
        title: z.string(),
        author: z.string(),
        edition: numberedEdition,
        price: z.int().describe('Minor units'),
        condition: z.enum(conditions),
        images: z.array(z.string()),
        sellerName: z.string(),
        createdAt: isoTimestamp,
      }),
    )
    .max(MAX_SHOWN_OTHER_LISTINGS)
    .describe('The nearest editions first, then the cheapest'),
});
export type OtherListings = z.infer<typeof otherListings>;

const listedWork = z.strictObject({
  title: z.string().nullable(),
  author: z.string().nullable(),
  joinedBy: z
    .enum(['person', 'library', 'title'])
    .describe('Who has decided that they are one work: a person, Open Library, or titles and authors'),
  editions: z
    .array(
      z.strictObject({
        isbn: z.string(),
        title: z.string().nullable().describe('Its own, without the edition; null if nobody knows it'),
        edition: numberedEdition,
        publishedYear: z.int().nullable(),
        listingCount: z.int().describe(`In the lists; ${MAX_COUNTED_COPIES} means that many or more`),
      }),
    )
    .max(MAX_EDITIONS_OF_WORK),
});
export type ListedWork = z.infer<typeof listedWork>;

const byIsbn = z.object({ isbn: requiredIsbn.describe('ISBN-10 or ISBN-13, hyphens allowed') });

export const editionEndpoints = defineEndpoints({
  'GET /api/editions/:isbn': {
    auth: 'user',
    callsServices: true,
    summary: 'Looks up the facts of a book by its ISBN',
    params: byIsbn,
    response: edition,
  },
  'GET /api/works/:isbn': {
    auth: 'public',
    summary: 'Returns the work of an ISBN with its editions and what is available of them',
    params: byIsbn,
    response: work,
  },
  'GET /api/works/:isbn/other-listings': {
    auth: 'public',
    summary: 'Returns available listings of the other editions of the work of an ISBN',
    params: byIsbn,
    response: otherListings,
  },
  'GET /api/admin/works': {
    auth: 'course-editor',
    summary: 'Lists the works that a title or an ISBN finds; without a search those of most editions',
    query: z.object({ search: searchable(200).default('') }),
    response: z.array(listedWork).max(MAX_LISTED_WORKS),
  },
  'POST /api/admin/works/join': {
    auth: 'course-editor',
    summary: 'Makes the works of two ISBNs one; no rule takes them apart again',
    body: z.object({ isbns: z.tuple([requiredIsbn, requiredIsbn]) }),
    response: work,
  },
  'POST /api/admin/works/split': {
    auth: 'course-editor',
    summary: 'Makes an ISBN a work by itself; no rule joins it again',
    body: z.object({ isbn: requiredIsbn }),
    response: work,
  },
});
export type EditionEndpoints = typeof editionEndpoints;

export const editionProblems = defineProblems({
  'edition-not-found': { status: 404 },
  'cannot-split-edition': { status: 409 },
});

export const editionProblem = createProblemFactory('editions', editionProblems);
