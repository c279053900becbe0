import { z } from 'zod';
import { meetingQuestion } from '#features/conversations/contract.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { isoTimestamp, multilineText, singleLineText, uuidSchema } from '#platform/shared/text-schemas.ts';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { textId, textToken } from '#platform/shared/texts/t.ts';
import { MAX_REPLY_LENGTH } from './outcome-rules.ts';
import {
  MAX_DAYS_AHEAD,
  MAX_PLACE_HINT_LENGTH,
  MAX_PLACE_LENGTH,
  MAX_PLACES,
  MAX_PROPOSALS_PER_DAY,
  type MeetingState,
  meetingTransitions,
} from './rules.ts';

const meetingStates = Object.keys(meetingTransitions) as MeetingState[];

const place = z.strictObject({
  id: uuidSchema,
  name: z.string(),
  hint: z.string().nullable().describe('What makes it easy to find and safe'),
});
export type Place = z.infer<typeof place>;

const placeBody = z.object({
  name: singleLineText({ min: 1, max: MAX_PLACE_LENGTH, field: textId('meetings.field.name') }),
  hint: singleLineText({ min: 0, max: MAX_PLACE_HINT_LENGTH, field: textId('meetings.field.hint') })
    .transform((text) => text || null)
    .nullable()
    .default(null),
});
export type PlaceInput = z.infer<typeof placeBody>;

const meeting = z.strictObject({
  id: uuidSchema,
  conversationId: uuidSchema,
  reservationId: uuidSchema,
  proposerId: uuidSchema,
  place: z.string(),
  hint: z.string().nullable(),
  startsAt: isoTimestamp,
  timeZone: z.string().describe('Of the campus, by the IANA'),
  state: z.enum(meetingStates),
});
export type Meeting = z.infer<typeof meeting>;

const meetingBody = z
  .object({
    placeId: uuidSchema.optional().describe('A place of the campus'),
    place: singleLineText({ min: 1, max: MAX_PLACE_LENGTH, field: textId('meetings.field.place') })
      .optional()
      .describe('Another place'),
    day: z.iso.date().describe(`Today or one of the next ${MAX_DAYS_AHEAD} days, on the campus`),
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: issueMessage(textToken('meetings.field.time.invalid')) })
      .describe('On the clocks of the campus'),
    clientMessageId: uuidSchema.optional().describe('Repeating it returns the same meeting'),
  })
  .refine(({ placeId, place }) => (placeId === undefined) !== (place === undefined), {
    error: issueMessage(textToken('meetings.field.place.not-one')),
    path: ['place'],
  });
export type MeetingInput = z.infer<typeof meetingBody>;

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
  'POST /api/conversations/:id/meetings': {
    auth: 'user',
    whilePaused: 'reserved-trades',
    summary: 'Proposes a meeting for the reserved book of a conversation, as a message of type meeting',
    params: byId,
    body: meetingBody,
    response: meeting,
  },
  'POST /api/meetings/:id/accept': {
    auth: 'user',
    whilePaused: 'reserved-trades',
    summary:
      'Accepts a meeting that you received; the reservation then lasts until the end of the day after it',
    params: byId,
    response: meeting,
  },
  'POST /api/meetings/:id/change': {
    auth: 'user',
    whilePaused: 'reserved-trades',
    summary: 'Proposes another meeting instead of an open one, and returns it',
    params: byId,
    body: meetingBody,
    response: meeting,
  },
  'POST /api/meetings/:id/cancel': {
    auth: 'user',
    whilePaused: 'reserved-trades',
    growsDatabase: false,
    summary: 'Cancels an open meeting, as one of the two',
    params: byId,
    response: meeting,
  },
  'POST /api/meetings/:id/outcome': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: "Answers 'Did you meet?' after an accepted meeting, once, as one of the two",
    params: byId,
    body: z.object({ met: z.boolean().describe('False: the other one did not come') }),
    response: meetingQuestion,
  },
  'POST /api/meetings/:id/outcome/reply': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Replies once, as the one who is said not to have come, with a message',
    params: byId,
    body: z.object({
      text: multilineText({ min: 1, max: MAX_REPLY_LENGTH, field: textId('meetings.field.reply') }),
    }),
    response: meetingQuestion,
  },
  'GET /api/meetings/:id/calendar': {
    auth: 'user',
    summary: 'Returns an accepted meeting as a calendar file, or its removal once it is canceled',
    params: byId,
    response: z.strictObject({ name: z.string(), ics: z.string().describe('RFC 5545') }),
  },
  'POST /api/admin/places': {
    auth: 'course-editor',
    summary: 'Adds a place, as the last one',
    body: placeBody,
    response: place,
    status: 201,
  },
  'PATCH /api/admin/places/:id': {
    auth: 'course-editor',
    summary: 'Changes the name and the hint of a place; meetings keep those that they have',
    params: byId,
    body: placeBody,
    response: place,
  },
  'DELETE /api/admin/places/:id': {
    auth: 'course-editor',
    summary: 'Deletes a place; meetings there stay',
    params: byId,
    response: z.strictObject({ deleted: z.literal(true) }),
  },
  'PUT /api/admin/places/order': {
    auth: 'course-editor',
    summary: 'Puts all places into another order',
    body: z.object({ ids: z.array(uuidSchema).max(MAX_PLACES) }),
    response: z.array(place),
  },
});
export type MeetingEndpoints = typeof meetingEndpoints;

export const meetingProblems = defineProblems({
  'meeting-not-found': { status: 404 },
  'not-reserved': { status: 409 },
  'meeting-planned': { status: 409 },
  'meeting-ended': { status: 409 },
  'meeting-not-accepted': { status: 409 },
  'meeting-not-over': { status: 409 },
  'meeting-answered': { status: 409 },
  'meeting-replied': { status: 409 },
  'not-said-missed': { status: 409 },
  'meeting-question-withdrawn': { status: 409 },
  'meeting-question-closed': { status: 409 },
  'invalid-meeting-time': { status: 400, args: { days: MAX_DAYS_AHEAD } },
  'too-many-meetings': { status: 429, args: { max: MAX_PROPOSALS_PER_DAY } },
  'place-not-found': { status: 404 },
  'place-exists': { status: 409 },
  'places-changed': { status: 409 },
  'too-many-places': { status: 409, args: { max: MAX_PLACES } },
});
export const meetingProblem = createProblemFactory('meetings', meetingProblems);
