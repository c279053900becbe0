import { z } from 'zod';
import { book } from '#features/books/contract.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { uuidSchema } from '#platform/shared/text-schemas.ts';
import { MAX_OTHER_COPIES, MAX_SLIPS_OF_SELLER, toShortCode } from './rules.ts';

const slipBook = book.omit({ priceRating: true });

const shortCode = z.string().describe('Of the short address `/b/{code}`');
const url = z.string().describe('The short address with its host');

const otherCopies = z
  .array(book.pick({ id: true, title: true, author: true, isbn: true, condition: true, price: true }))
  .max(MAX_OTHER_COPIES)
  .describe('Available copies of the same book, the cheapest first');
export type OtherCopy = z.infer<typeof otherCopies>[number];

const slip = z.strictObject({
  shortCode: shortCode
    .nullable()
    .describe('Null if the book is sold or expired: then there is nothing to print'),
  url: url.nullable(),
  book: slipBook,
  otherCopies: otherCopies.describe('Of a book that is sold or expired; else empty'),
});
export type Slip = z.infer<typeof slip>;

const sellerSlip = z.strictObject({ shortCode, url, book: slipBook });
export type SellerSlip = z.infer<typeof sellerSlip>;

const shortAddress = z.strictObject({
  bookId: uuidSchema.nullable().describe('Null for a deleted book'),
  state: z.enum(['listed', 'sold', 'deleted']).describe("'listed' also if it has expired"),
  title: z.string().nullable().describe('Null for a deleted book'),
  isbn: z.string().nullable(),
  otherCopies,
});
export type ShortAddress = z.infer<typeof shortAddress>;

const byId = z.object({ id: uuidSchema });

export const slipEndpoints = defineEndpoints({
  'GET /api/books/:id/slip': {
    auth: 'public',
    summary: 'Returns what is printed on the slip of a listing',
    params: byId,
    response: slip,
  },
  'GET /api/users/:id/slips': {
    auth: 'public',
    summary: `Returns the slips of a user's active listings that are not reserved, newest first, at most ${MAX_SLIPS_OF_SELLER}`,
    params: byId,
    response: z.array(sellerSlip).max(MAX_SLIPS_OF_SELLER),
  },
  'GET /api/short-addresses/:code': {
    auth: 'public',
    summary: 'Returns the listing of a short address',
    params: z.object({
      code: z
        .string()
        .max(100)
        .transform((typed) => toShortCode(typed) ?? '')
        .describe('In any case'),
    }),
    response: shortAddress,
  },
});
export type SlipEndpoints = typeof slipEndpoints;

export const slipProblems = defineProblems({ 'short-address-not-found': { status: 404 } });
export const slipProblem = createProblemFactory('slips', slipProblems);
