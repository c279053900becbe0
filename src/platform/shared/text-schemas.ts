import { z } from 'zod';
import { issueMessage } from './texts/issue-message.ts';
import type { TextId } from './texts/t.ts';
import type { TextArguments } from './texts/text-arguments.ts';

// Line breaks and tabs are allowed. Other control characters, and invisible ones that reorder text, are
// refused.
const FORBIDDEN_CHARACTERS =
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what this looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/;
const LINE_BREAKS = /[\n\r\t\u2028\u2029]/;

/** Contains something visible: not only blanks and joiners. */
const VISIBLE_CHARACTER = /[^\p{C}\p{Z}\p{M}\u2800\u3164\u115f\u1160\uffa0]/u;

/** Characters as users count them: code points. A lone surrogate is invalid. */
const length = (text: string) => [...text].length;

type FieldError = 'required' | 'type' | 'characters' | 'length';

/** The texts of a field's errors: one id, whose argument `error` chooses the sentence. */
type FieldTextId = {
  [Id in TextId]: TextArguments[Id] extends { error: infer Known; max: number }
    ? FieldError extends Known
      ? Id
      : never
    : never;
}[TextId];

type TextLimits = { min: number; max: number; field: FieldTextId };

function text({ min, max, field }: TextLimits, multiline: boolean) {
  const error = (kind: FieldError) => issueMessage({ id: field, args: { error: kind, max } });
  return z
    .string({ error: (issue) => error(issue.input === undefined ? 'required' : 'type') })
    .transform((value) => value.replace(/\r\n?/g, '\n').normalize('NFC').trim())
    .refine(
      (value) =>
        value.isWellFormed() && !FORBIDDEN_CHARACTERS.test(value) && (multiline || !LINE_BREAKS.test(value)),
      { error: error('characters'), abort: true },
    )
    .refine((value) => length(value) >= min && (min === 0 || VISIBLE_CHARACTER.test(value)), {
      error: error('required'),
      abort: true,
    })
    .refine((value) => length(value) <= max, { error: error('length') });
}

/** One line of text, trimmed and NFC-normalized. `min` and `max` count characters after that. */
export const singleLineText = (limits: TextLimits) => text(limits, false);

/** Text of several lines; line ends become `\n`. */
export const multilineText = (limits: TextLimits) => text(limits, true);

export const isoTimestamp = z.iso.datetime().describe('ISO 8601, UTC');
/** A UUID in lower case, as in the database: a value that is used as a key or a lock must have one form. */
export const uuidSchema = z.uuid().toLowerCase().describe('UUID');
export const paginationQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Items per page'),
  cursor: z.string().max(4_000).optional().describe('Opaque; from the next URL of the Link header'),
};
