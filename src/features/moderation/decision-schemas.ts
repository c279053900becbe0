import { z } from 'zod';
import { isoTimestamp, multilineText, uuidSchema } from '#platform/shared/text-schemas.ts';
import { textId } from '#platform/shared/texts/t.ts';
import {
  appealStates,
  MAX_APPEAL_LENGTH,
  measureKinds,
  measureReasons,
  measureSources,
  measureStates,
  objectStates,
} from './rules.ts';

/** A decision as the person reads it: the statement of reasons. */
export const decision = z.strictObject({
  id: uuidSchema,
  kind: z.enum(measureKinds),
  reason: z.enum(measureReasons),
  note: z.string(),
  until: isoTimestamp.nullable().describe('Of a pause'),
  source: z.enum(measureSources),
  createdAt: isoTimestamp,
  canAppeal: z.boolean(),
  appeal: z
    .strictObject({
      text: z.string(),
      state: z.enum(appealStates),
      note: z.string(),
      isSameMember: z.boolean(),
      createdAt: isoTimestamp,
      decidedAt: isoTimestamp.nullable(),
    })
    .nullable(),
  title: z.string().nullable().describe('Of the listing; of a review its begin'),
  bookId: uuidSchema.nullable(),
  reviewId: uuidSchema.nullable().describe('Of a warning that removed a review'),
  objectState: z
    .enum(objectStates)
    .nullable()
    .describe('Once it is lifted or reversed: what has become of the listing or the review'),
  state: z.enum(measureStates),
  endedAt: isoTimestamp.nullable(),
  liftNote: z.string(),
  reports: z.int().describe('How many reports led to it'),
  notices: z.int(),
  appealUntil: isoTimestamp,
  isNew: z.boolean().describe('Not opened yet, or its answer is not'),
  isBanned: z.boolean().describe('Of a deletion: its email cannot sign up again'),
});
export type Decision = z.output<typeof decision>;

export const appealText = z.object({
  text: multilineText({ min: 1, max: MAX_APPEAL_LENGTH, field: textId('moderation.field.appeal') }),
});
