import { z } from 'zod';
import { requiredIsbn } from '#features/books/contract.ts';
import { conditions } from '#features/books/rules.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { uuidSchema } from '#platform/shared/text-schemas.ts';

const priceGuidance = z.strictObject({
  low: z.int().describe('Cents, in whole dollars'),
  median: z.int().describe('Cents, in whole dollars'),
  high: z.int().describe('Cents, in whole dollars'),
  sampleSize: z.int().describe('Prices of `basis`, one of each seller'),
  basis: z.enum(['sold', 'listed']).describe('Whether it rests on confirmed sales or on listings'),
});

export type PriceGuidance = z.infer<typeof priceGuidance>;

export const priceEndpoints = defineEndpoints({
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
