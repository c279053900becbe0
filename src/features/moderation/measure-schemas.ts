import { z } from 'zod';
import { isoTimestamp, multilineText, uuidSchema } from '#platform/shared/text-schemas.ts';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { textId, textToken } from '#platform/shared/texts/t.ts';
import {
  appealStates,
  MAX_NOTE_LENGTH,
  measureKinds,
  measureReasons,
  needsWords,
  measureSources,
  measureStates,
  pauseDays,
} from './rules.ts';

export const member = z.strictObject({
  id: uuidSchema,
  name: z.string().nullable().describe('null: not in the product any more'),
});

/** A measure as staff read it. */
export const staffMeasure = z.strictObject({
  id: uuidSchema,
  kind: z.enum(measureKinds),
  state: z.enum(measureStates),
  reason: z.enum(measureReasons),
  source: z.enum(measureSources),
  reviewId: uuidSchema.nullable().describe('Of a warning that removed a review'),
  title: z.string().nullable(),
  note: z.string(),
  internalNote: z.string(),
  days: z.int().nullable(),
  until: isoTimestamp.nullable(),
  decidedBy: member.nullable(),
  createdAt: isoTimestamp,
  endedAt: isoTimestamp.nullable(),
  appeal: z
    .strictObject({
      id: uuidSchema,
      text: z.string(),
      state: z.enum(appealStates),
      note: z.string(),
      createdAt: isoTimestamp,
      decidedAt: isoTimestamp.nullable(),
    })
    .nullable(),
});
export type StaffMeasure = z.output<typeof staffMeasure>;

export const note = multilineText({ min: 0, max: MAX_NOTE_LENGTH, field: textId('moderation.field.note') });

/** The error of the reason 'other' without a note. */
export const noteRequired = textToken('moderation.field.note', { error: 'required', max: MAX_NOTE_LENGTH });

export const measureInput = z
  .object({
    kind: z.enum(measureKinds),
    days: z.literal(pauseDays).optional().describe('Of a pause: required'),
    reason: z.enum(measureReasons),
    note: note.default('').describe("To the person; required if the reason is 'other'"),
    internalNote: note.default(''),
  })
  .refine(({ reason, note: words }) => !needsWords(reason) || words !== '', {
    path: ['note'],
    error: issueMessage(noteRequired),
  });
export type MeasureInput = z.output<typeof measureInput>;

export const staffAppeal = z.strictObject({
  id: uuidSchema,
  caseId: uuidSchema,
  text: z.string(),
  state: z.enum(appealStates),
  measure: staffMeasure,
  canDecide: z.boolean(),
  createdAt: isoTimestamp,
});
export type StaffAppeal = z.output<typeof staffAppeal>;
