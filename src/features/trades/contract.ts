import { z } from 'zod';
import { publicUser } from '#features/accounts/contract.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { isoTimestamp, paginationQuery, uuidSchema } from '#platform/shared/text-schemas.ts';
import { MAX_BOOKS_OF_DEALS } from './deal-rules.ts';

const possibleBuyer = publicUser
  .pick({ id: true, name: true, profileImage: true })
  .extend({ lastMessageAt: isoTimestamp.describe('Of their last message about the listing') });
export type PossibleBuyer = z.infer<typeof possibleBuyer>;

const namedUser = z.strictObject({ id: uuidSchema, name: z.string() });

/** What a listing says about the book itself. */
const bookOfSale = {
  title: z.string(),
  author: z.string(),
  isbn: z.string().nullable().describe('13 digits'),
};

const deal = z.strictObject({
  bookId: uuidSchema,
  side: z.enum(['buyer', 'seller']).describe('Of the current user'),
  other: namedUser.nullable().describe('Null: has left'),
  conversationId: uuidSchema.nullable(),
  reservation: z
    .strictObject({ id: uuidSchema, price: z.int().describe('Cents'), until: isoTimestamp })
    .nullable()
    .describe('Of a book that is not sold yet'),
  sale: z
    .strictObject({
      id: uuidSchema,
      state: z.enum(['waiting', 'denied', 'confirmed']).describe('Whether its buyer says that they got it'),
      price: z.int().describe('Cents'),
      at: isoTimestamp.describe('When it was confirmed, or named'),
    })
    .nullable(),
});
export type Deal = z.infer<typeof deal>;

const saleQuestion = z.strictObject({
  id: uuidSchema,
  bookId: uuidSchema,
  ...bookOfSale,
  price: z.int().describe('Cents'),
  seller: namedUser,
  createdAt: isoTimestamp,
});
export type SaleQuestion = z.infer<typeof saleQuestion>;

const namedSale = z.strictObject({
  id: uuidSchema,
  bookId: uuidSchema,
  buyerId: uuidSchema,
  price: z.int().describe('Cents'),
  state: z.enum(['waiting', 'denied', 'confirmed']),
});
export type NamedSale = z.infer<typeof namedSale>;

const boughtBook = z.strictObject({
  id: uuidSchema.describe('Of the confirmed sale'),
  bookId: uuidSchema.nullable().describe('Null: the listing is gone'),
  ...bookOfSale,
  subject: z.string().nullable(),
  price: z.int().describe('Cents: what was paid'),
  seller: namedUser.nullable().describe('Null: has left'),
  boughtAt: isoTimestamp,
});
export type BoughtBook = z.infer<typeof boughtBook>;

const byId = z.object({ id: uuidSchema });

const bookIds = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(uuidSchema).max(MAX_BOOKS_OF_DEALS))
  .describe('Separated by commas');

export const dealEndpoints = defineEndpoints({
  'GET /api/books/:id/possible-buyers': {
    auth: 'user',
    summary: 'Lists the users who wrote about your listing, the last to write first',
    params: byId,
    response: z.array(possibleBuyer),
  },
  'POST /api/books/:id/named-sale': {
    auth: 'user',
    summary: 'Marks your listing as sold to a user who wrote about it, and asks them whether they got it',
    params: byId,
    body: z.object({ buyerId: uuidSchema }),
    response: namedSale,
  },
  'POST /api/named-sales/:id/response': {
    auth: 'user',
    summary: 'Says whether you got a book; a yes confirms the sale',
    params: byId,
    body: z.object({ received: z.boolean() }),
    response: namedSale,
  },
  'GET /api/users/me/sale-questions': {
    auth: 'user',
    summary: 'Lists the books that were marked as sold to you and that you have not responded to',
    response: z.array(saleQuestion),
  },
  'GET /api/users/me/deals': {
    auth: 'user',
    summary: 'Returns what you have agreed about these books: reservations and sales with another user',
    query: z.object({ bookIds }),
    response: z.array(deal),
  },
  'GET /api/users/me/bought': {
    auth: 'user',
    summary: 'Lists the books that you have bought in confirmed sales, newest first',
    query: z.object(paginationQuery),
    response: z.array(boughtBook),
    paged: true,
  },
  'GET /api/users/me/bought/:id': {
    auth: 'user',
    summary: 'Returns a book that you have bought, to sell it again',
    params: byId,
    response: boughtBook,
  },
  'GET /api/users/me/resale-questions': {
    auth: 'user',
    summary: 'Lists the books that you have bought and may be done with at the end of the semester',
    response: z.array(boughtBook),
  },
  'POST /api/users/me/resale-questions/:id/dismiss': {
    auth: 'user',
    summary: 'Hides the question whether you are done with a book that you have bought',
    params: byId,
    response: z.strictObject({ dismissed: z.literal(true) }),
  },
});
export type DealEndpoints = typeof dealEndpoints;

export const dealProblems = defineProblems({
  'sale-not-found': { status: 404, detail: "This sale doesn't exist." },
  'not-a-possible-buyer': {
    status: 409,
    detail: 'Only someone who wrote about the book can be named as its buyer.',
  },
  'too-many-questions': {
    status: 409,
    detail: "They got too many questions about this book. Choose 'Someone else'.",
  },
  'buyer-named': { status: 409, detail: 'You named another buyer. Mark the book as available first.' },
  'sale-confirmed': {
    status: 409,
    detail: 'The buyer confirmed that they got this book. The sale can no longer be undone.',
  },
  'question-withdrawn': { status: 409, detail: 'The seller marked this book as available again.' },
  'question-ended': {
    status: 409,
    detail: 'This question is over. Your response was not saved, and the sale stays as it is.',
  },
});

export const dealProblem = createProblemFactory(dealProblems);
