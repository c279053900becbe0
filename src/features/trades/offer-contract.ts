import { z } from 'zod';
import { offerStates } from '#features/conversations/rules.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';
import { MAX_OFFERS_PER_DAY, MAX_RESERVATIONS_PER_DAY } from './rules.ts';

const offer = z.strictObject({
  id: uuidSchema,
  conversationId: uuidSchema,
  amount: z.int().describe('Cents'),
  state: z.enum(offerStates),
  expiresAt: isoTimestamp,
});
export type Offer = z.infer<typeof offer>;

export const reservation = z.strictObject({
  id: uuidSchema,
  conversationId: uuidSchema,
  price: z.int().describe('Cents'),
  state: z.enum(['active', 'canceled', 'expired', 'completed']),
  until: isoTimestamp,
});
export type Reservation = z.infer<typeof reservation>;

const byId = z.object({ id: uuidSchema });
const offerBody = z.object({
  amount: z.int().describe('Cents: from $1.00 to the price of the listing'),
  clientMessageId: uuidSchema.optional().describe('Repeating it returns the same offer'),
});

export const offerEndpoints = defineEndpoints({
  'POST /api/conversations/:id/offers': {
    auth: 'user',
    summary: 'Makes an offer for the book of a conversation, as a message of type offer',
    params: byId,
    body: offerBody,
    response: offer,
  },
  'POST /api/offers/:id/accept': {
    auth: 'user',
    summary: 'Accepts an offer that you received: the book is reserved for its buyer for 3 days',
    params: byId,
    response: offer,
  },
  'POST /api/offers/:id/decline': {
    auth: 'user',
    growsDatabase: false,
    summary: 'Declines an offer that you received',
    params: byId,
    response: offer,
  },
  'POST /api/offers/:id/withdraw': {
    auth: 'user',
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
    growsDatabase: false,
    summary: 'Cancels a reservation, as its buyer or its seller',
    params: byId,
    response: reservation,
  },
});
export type OfferEndpoints = typeof offerEndpoints;

export const offerProblems = defineProblems({
  'invalid-offer-amount': { status: 400, detail: 'Offer from $1.00 up to the asking price.' },
  'offer-not-found': { status: 404, detail: "This offer doesn't exist." },
  'reservation-not-found': { status: 404, detail: "This reservation doesn't exist." },
  'cannot-offer-own-book': { status: 409, detail: "You can't make an offer for your own book." },
  'book-reserved': { status: 409, detail: 'This book is reserved.' },
  'offer-pending': {
    status: 409,
    detail: 'An offer is already waiting. Respond to it or withdraw it first.',
  },
  'offer-ended': {
    status: 409,
    detail: 'This offer has ended. If the book is still available, you can make a new one.',
  },
  'reservation-ended': { status: 409, detail: 'This reservation has ended.' },
  'cannot-reserve': { status: 409, detail: "You can't reserve the book for this buyer." },
  'too-many-offers': {
    status: 429,
    detail: `You can make ${MAX_OFFERS_PER_DAY} offers a day for one book. Try again tomorrow.`,
  },
  'too-many-reservations': {
    status: 429,
    detail: `You can reserve a book for the same buyer ${MAX_RESERVATIONS_PER_DAY} times a day. Try again tomorrow.`,
  },
});

export const offerProblem = createProblemFactory(offerProblems);
