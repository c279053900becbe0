import { z } from 'zod';
import { bookFilterQuery, matchingFilters } from '#features/books/filter-query.ts';
import { conditions } from '#features/books/rules.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';
import { MAX_HOST_LENGTH, MAX_NEIGHBORS, MAX_SHOWN_LISTINGS, toHost } from './rules.ts';

const distance = z.int().nullable().describe('Kilometers; null if a campus has no coordinates');

const sharedListing = z.strictObject({
  id: uuidSchema,
  url: z.string().describe('Its page at the other campus'),
  title: z.string(),
  author: z.string(),
  isbn: z.string().nullable().describe('13 digits'),
  subject: z.string(),
  condition: z.enum(conditions),
  price: z.int().describe('Minor units of `currency`'),
  currency: z.string().describe('ISO 4217'),
  digits: z.int().describe('How many decimals an amount has'),
  listedAt: isoTimestamp,
});
export type SharedListingCard = z.infer<typeof sharedListing>;

const elsewhere = z.strictObject({
  name: z.string(),
  distance,
  url: z.string().describe('Home of the other campus with the same filters'),
  hasMore: z.boolean().describe('More listings match than are returned'),
  listings: z.array(sharedListing).max(MAX_SHOWN_LISTINGS),
});
export type Elsewhere = z.infer<typeof elsewhere>;

const neighborListings = z.strictObject({
  isAlone: z.boolean().describe('There is no other campus to ask'),
  neighbors: z.array(elsewhere).max(MAX_NEIGHBORS).describe('The nearest first'),
});
export type NeighborListings = z.infer<typeof neighborListings>;

const neighbor = z.strictObject({
  host: z.string(),
  name: z.string(),
  distance,
  state: z.enum(['proposed', 'received', 'agreed']).describe('received: the other campus waits for this one'),
  isOpen: z.boolean().describe('False: it is closed for now, and its listings are not shown'),
});
export type NeighborEntry = z.infer<typeof neighbor>;

const neighborList = z.strictObject({
  isPossible: z.boolean().describe('There are other campuses here'),
  hasCoordinates: z.boolean().describe('Of this campus'),
  neighbors: z.array(neighbor),
});
export type NeighborList = z.infer<typeof neighborList>;

const host = z.string().min(1).max(MAX_HOST_LENGTH).transform(toHost);
const byHost = z.object({ host });

export const neighborEndpoints = defineEndpoints({
  'GET /api/neighbors/listings': {
    auth: 'public',
    summary:
      'Lists what neighboring campuses have for these filters; course and access code find nothing there',
    query: matchingFilters(bookFilterQuery),
    response: neighborListings,
  },
  'GET /api/admin/neighbors': {
    auth: 'admin',
    summary: 'Lists the neighbors of the campus, and what waits for an agreement',
    response: neighborList,
  },
  'POST /api/admin/neighbors': {
    auth: 'admin',
    summary: "Proposes to show each other's listings; agrees if the other campus has proposed it",
    body: byHost,
    response: neighborList,
  },
  'POST /api/admin/neighbors/:host/confirm': {
    auth: 'admin',
    summary: 'Agrees to the proposal of another campus',
    params: byHost,
    response: neighborList,
  },
  'DELETE /api/admin/neighbors/:host': {
    auth: 'admin',
    summary: 'Ends an agreement or a proposal: listings disappear on both sides within five seconds',
    params: byHost,
    response: neighborList,
  },
});
export type NeighborEndpoints = typeof neighborEndpoints;

export const neighborProblems = defineProblems({
  'neighbor-not-found': { status: 404 },
  'too-many-neighbors': { status: 409 },
  'neighbors-unavailable': { status: 503 },
});
export const neighborProblem = createProblemFactory('neighbors', neighborProblems);
