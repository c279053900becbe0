import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { singleLineText, uuidSchema } from '#platform/shared/text-schemas.ts';
import { MAX_PLACE_HINT_LENGTH, MAX_PLACE_LENGTH, MAX_PLACES } from './rules.ts';

const place = z.strictObject({
  id: uuidSchema,
  name: z.string(),
  hint: z.string().nullable().describe('What makes it easy to find and safe'),
});
export type Place = z.infer<typeof place>;

const placeBody = z.object({
  name: singleLineText({ min: 1, max: MAX_PLACE_LENGTH, name: 'Name' }),
  hint: singleLineText({ min: 0, max: MAX_PLACE_HINT_LENGTH, name: 'Hint' })
    .transform((text) => text || null)
    .nullable()
    .default(null),
});
export type PlaceInput = z.infer<typeof placeBody>;

const byId = z.object({ id: uuidSchema });

export const meetingEndpoints = defineEndpoints({
  'GET /api/places': {
    auth: 'public',
    summary: 'Returns the safe places of the campus to meet at, in their order, and its time zone',
    response: z.strictObject({
      timeZone: z.string().describe('Of the campus, by the IANA: America/New_York'),
      places: z.array(place),
    }),
  },
  'POST /api/admin/places': {
    auth: 'admin',
    summary: 'Adds a place, as the last one',
    body: placeBody,
    response: place,
    status: 201,
  },
  'PATCH /api/admin/places/:id': {
    auth: 'admin',
    summary: 'Changes the name and the hint of a place; meetings keep those that they have',
    params: byId,
    body: placeBody,
    response: place,
  },
  'DELETE /api/admin/places/:id': {
    auth: 'admin',
    summary: 'Deletes a place; meetings there stay',
    params: byId,
    response: z.strictObject({ deleted: z.literal(true) }),
  },
  'PUT /api/admin/places/order': {
    auth: 'admin',
    summary: 'Puts all places into another order',
    body: z.object({ ids: z.array(uuidSchema).max(MAX_PLACES) }),
    response: z.array(place),
  },
});
export type MeetingEndpoints = typeof meetingEndpoints;

export const meetingProblems = defineProblems({
  'place-not-found': { status: 404, detail: "This place doesn't exist." },
  'places-changed': { status: 409, detail: 'The places have changed meanwhile. Reload and try again.' },
  'too-many-places': { status: 409, detail: `There can be at most ${MAX_PLACES} places.` },
});
export const meetingProblem = createProblemFactory(meetingProblems);
