import { LANGUAGES } from '#platform/shared/texts/languages.ts';
import { z } from 'zod';
import { requiredIsbn } from '#features/books/contract.ts';
import { conditions } from '#features/books/rules.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';
import { MAX_PRICE_NOTICES } from './rules.ts';

const priceGuidance = z.strictObject({
  low: z.int().describe('Minor units, in whole steps of the market'),
  median: z.int().describe('Minor units, in whole steps of the market'),
  high: z.int().describe('Minor units, in whole steps of the market'),
  sampleSize: z.int().describe('Prices of `basis`, one of each seller'),
  basis: z.enum(['sold', 'listed']).describe('Whether it rests on confirmed sales or on listings'),
});

export type PriceGuidance = z.infer<typeof priceGuidance>;

const priceNotice = z.strictObject({
  bookId: uuidSchema,
  title: z.string(),
  price: z.int().describe('Minor units'),
  previousPrice: z.int().describe('Minor units: what it cost the user before'),
  notifiedAt: isoTimestamp,
  isSeen: z.boolean(),
});
export type PriceNotice = z.infer<typeof priceNotice>;

/** Amounts of the API are integers in the minor unit of this currency. */
const market = z.strictObject({
  currency: z.string().describe('ISO 4217'),
  digits: z.int().describe('How many decimals an amount has: 2 makes 1250 to 12.50'),
  languages: z.array(z.enum(LANGUAGES)).describe('BCP 47, the default first'),
  region: z.string().describe('ISO 3166'),
  timeZone: z.string(),
  highestPrice: z.int(),
  smallestOffer: z.int(),
});

export const priceEndpoints = defineEndpoints({
  'GET /api/market': {
    auth: 'public',
    summary: 'Returns the currency of all amounts, the languages, and the limits of prices',
    response: market,
  },
  'GET /api/price-notices': {
    auth: 'user',
    summary: 'Lists the lower prices of your saved books in the last seven days, newest first',
    response: z.array(priceNotice).max(MAX_PRICE_NOTICES),
  },
  'POST /api/price-notices/seen': {
    auth: 'user',
    whilePaused: 'allowed',
    growsDatabase: false,
    summary: 'Marks the lower prices up to a time as seen',
    body: z.object({ upTo: isoTimestamp }),
    response: z.strictObject({ seen: z.literal(true) }),
  },
  'GET /api/price-guidance': {
    auth: 'public',
    summary: 'Returns what copies of a book cost here; null if too few were listed in the last 12 months',
    query: z.object({
      isbn: requiredIsbn.describe('ISBN-10 or ISBN-13, hyphens allowed'),
      condition: z.enum(conditions),
      bookId: uuidSchema.optional().describe('The rated listing: what its seller asks for is left out'),
    }),
    response: priceGuidance.nullable(),
  },
});
export type PriceEndpoints = typeof priceEndpoints;

declare module '#features/live/contract.ts' {
  interface ServerMessages {
    /** A saved book costs less, or this was seen in another browser: fetch the notices again. */
    prices: {};
  }
}
