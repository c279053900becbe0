import { z } from 'zod';
import { publicUser } from '#features/accounts/contract.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { isoTimestamp, paginationQuery, uuidSchema } from '#platform/shared/text-schemas.ts';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { textToken } from '#platform/shared/texts/t.ts';
import {
  HANDOVER_CODE,
  MAX_BOOKS_OF_TRADES,
  MAX_OFFERS_PER_DAY,
  MAX_RESERVATIONS_PER_DAY,
  type OfferState,
  RESERVATION_DAYS,
  tradeTransitions,
} from './rules.ts';

const offerStates = Object.keys(tradeTransitions.offer) as OfferState[];

const offer = z.strictObject({
  id: uuidSchema,
  conversationId: uuidSchema,
  amount: z.int().describe('Minor units'),
  state: z.enum(offerStates),
  expiresAt: isoTimestamp,
});
export type Offer = z.infer<typeof offer>;

const reservation = z.strictObject({
  id: uuidSchema,
  conversationId: uuidSchema,
  price: z.int().describe('Minor units'),
  state: z.enum(['active', 'canceled', 'expired', 'completed']),
  until: isoTimestamp,
});
export type Reservation = z.infer<typeof reservation>;

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

const tradeSummary = z.strictObject({
  bookId: uuidSchema,
  side: z.enum(['buyer', 'seller']).describe('Of the current user'),
  other: namedUser.nullable().describe('Null: has left'),
  conversationId: uuidSchema.nullable(),
  reservation: z
    .strictObject({ id: uuidSchema, price: z.int().describe('Minor units'), until: isoTimestamp })
    .nullable()
    .describe('Of a book that is not sold yet'),
  sale: z
    .strictObject({
      id: uuidSchema,
      state: z.enum(['waiting', 'denied', 'confirmed']).describe('Whether its buyer says that they got it'),
      price: z.int().describe('Minor units'),
      at: isoTimestamp.describe('When it was confirmed, or named'),
    })
    .nullable(),
});
export type TradeSummary = z.infer<typeof tradeSummary>;

const saleQuestion = z.strictObject({
  id: uuidSchema,
  bookId: uuidSchema,
  ...bookOfSale,
  price: z.int().describe('Minor units'),
  seller: namedUser,
  createdAt: isoTimestamp,
});
export type SaleQuestion = z.infer<typeof saleQuestion>;

const namedSale = z.strictObject({
  id: uuidSchema,
  bookId: uuidSchema,
  buyerId: uuidSchema,
  price: z.int().describe('Minor units'),
  state: z.enum(['waiting', 'denied', 'confirmed']),
});
export type NamedSale = z.infer<typeof namedSale>;

const boughtBook = z.strictObject({
  id: uuidSchema.describe('Of the confirmed sale'),
  bookId: uuidSchema.nullable().describe('Null: the listing is gone'),
  ...bookOfSale,
  subject: z.string().nullable(),
  price: z.int().describe('Minor units: what was paid'),
  seller: namedUser.nullable().describe('Null: has left'),
  boughtAt: isoTimestamp,
});
export type BoughtBook = z.infer<typeof boughtBook>;

const byId = z.object({ id: uuidSchema });

const offerBody = z.object({
  amount: z.int().describe('Minor units: from the smallest offer of the market to the price of the listing'),
  clientMessageId: uuidSchema.optional().describe('Repeating it returns the same offer'),
});

const bookIds = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(uuidSchema).max(MAX_BOOKS_OF_TRADES))
  .describe('Separated by commas');

export const tradeEndpoints = defineEndpoints({
  'POST /api/conversations/:id/offers': {
    auth: 'user',
    summary: 'Makes an offer for the book of a conversation, as a message of type offer',
    params: byId,
    body: offerBody,
    response: offer,
  },
  'POST /api/offers/:id/accept': {
    auth: 'user',
    summary: `Accepts an offer that you received: the book is reserved for its buyer for ${RESERVATION_DAYS} days`,
    params: byId,
    response: offer,
  },
  'POST /api/offers/:id/decline': {
    auth: 'user',
    whilePaused: 'allowed',
    growsDatabase: false,
    summary: 'Declines an offer that you received',
    params: byId,
    response: offer,
  },
  'POST /api/offers/:id/withdraw': {
    auth: 'user',
    whilePaused: 'allowed',
    growsDatabase: false,
    summary: 'Withdraws your pending offer',
    params: byId,
    response: offer,
  },
  'POST /api/offers/:id/counter': {
    auth: 'user',
    summary: 'Responds to an offer that you received with your own, which is returned',
    params: byId,
    body: offerBody,
    response: offer,
  },
  'POST /api/conversations/:id/reservations': {
    auth: 'user',
    summary: 'Reserves your book for the buyer of a conversation, at the asking price',
    params: byId,
    response: reservation,
  },
  'POST /api/reservations/:id/cancel': {
    auth: 'user',
    whilePaused: 'reserved-trades',
    growsDatabase: false,
    summary: 'Cancels a reservation, as its buyer or its seller',
    params: byId,
    response: reservation,
  },
  'POST /api/reservations/:id/confirm': {
    auth: 'user',
    whilePaused: 'reserved-trades',
    growsDatabase: false,
    summary: 'Confirms a handover with the code of the buyer: your book is sold to them at the agreed price',
    params: byId,
    body: z.object({
      code: z.string().regex(HANDOVER_CODE, issueMessage(textToken('trades.field.code.invalid'))),
    }),
    response: reservation,
  },
  'GET /api/books/:id/possible-buyers': {
    auth: 'user',
    summary: 'Lists the users who wrote about your listing, the last to write first',
    params: byId,
    response: z.array(possibleBuyer),
  },
  'POST /api/books/:id/named-sale': {
    auth: 'user',
    whilePaused: 'reserved-trades',
    summary: 'Marks your listing as sold to a user who wrote about it, and asks them whether they got it',
    params: byId,
    body: z.object({ buyerId: uuidSchema }),
    response: namedSale,
  },
  'POST /api/named-sales/:id/response': {
    auth: 'user',
    whilePaused: 'allowed',
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
    response: z.array(tradeSummary),
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
    whilePaused: 'allowed',
    summary: 'Hides the question whether you are done with a book that you have bought',
    params: byId,
    response: z.strictObject({ dismissed: z.literal(true) }),
  },
});
export type TradeEndpoints = typeof tradeEndpoints;

export const tradeProblems = defineProblems({
  'invalid-offer-amount': { status: 400 },
  'offer-not-found': { status: 404 },
  'reservation-not-found': { status: 404 },
  'cannot-offer-own-book': { status: 409 },
  'book-reserved': { status: 409 },
  'offer-pending': { status: 409 },
  'offer-ended': { status: 409 },
  'reservation-ended': { status: 409 },
  'cannot-reserve': { status: 409 },
  'too-many-offers': { status: 429, args: { max: MAX_OFFERS_PER_DAY } },
  'too-many-reservations': { status: 429, args: { max: MAX_RESERVATIONS_PER_DAY } },
  'wrong-handover-code': { status: 409 },
  'handover-paused': { status: 429 },
  'sale-not-found': { status: 404 },
  'not-a-possible-buyer': { status: 409 },
  'too-many-questions': { status: 409 },
  'buyer-named': { status: 409 },
  'sale-confirmed': { status: 409 },
  'question-withdrawn': { status: 409 },
  'question-ended': { status: 409 },
});

export const tradeProblem = createProblemFactory('trades', tradeProblems);
