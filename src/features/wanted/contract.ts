import { z } from 'zod';
import { book, requiredIsbn } from '#features/books/contract.ts';
import { priceInput } from '#features/books/price-input.ts';
import {
  conditions,
  MAX_COURSE_LENGTH,
  MAX_COURSES_OF_LISTING,
  toCourseCode,
  toCourseCodes,
} from '#features/books/rules.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { isoTimestamp, singleLineText, uuidSchema } from '#platform/shared/text-schemas.ts';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { textId, textToken } from '#platform/shared/texts/t.ts';
import {
  MAX_COUNTED_ALERTS,
  MAX_COUNTED_LISTINGS,
  MAX_SHOWN_ALERTS,
  MAX_WANTED_ENTRIES,
  MAX_WANTED_WORDS_LENGTH,
} from './rules.ts';

const alert = z.strictObject({
  bookId: uuidSchema,
  price: z.int().describe('Minor units, when it matched'),
  createdAt: isoTimestamp,
  edition: z
    .string()
    .nullable()
    .describe("'7th Edition' of another edition than the wanted one, if its number is known"),
  isSeen: z.boolean(),
  book,
});
export type WantedAlert = z.infer<typeof alert>;

const wantedEntry = z.strictObject({
  id: uuidSchema,
  isbn: z.string().nullable().describe('13 digits'),
  course: z.string().nullable().describe('As written'),
  words: z.string().nullable(),
  title: z
    .string()
    .nullable()
    .describe('Of the edition, if the ISBN is known here, or of the course, if it has a reading list'),
  author: z.string().nullable(),
  bookCount: z.int().nullable().describe('Books of the course; null without a reading list'),
  maxPrice: z.int().nullable().describe('Minor units'),
  minCondition: z.enum(conditions).nullable(),
  otherEditions: z.boolean().describe('Other editions of the ISBN match too'),
  createdAt: isoTimestamp,
  availableCount: z
    .int()
    .max(MAX_COUNTED_LISTINGS)
    .nullable()
    .describe('Listings of others that match at this moment; null if there are too many to compare'),
  lowestPrice: z
    .int()
    .nullable()
    .describe('Minor units, of these listings; null for none, or if there are too many to compare'),
  isReserved: z.boolean().describe('A listing that you wait for is reserved at this moment'),
  alerts: z
    .array(alert)
    .max(MAX_SHOWN_ALERTS)
    .describe('Listings that matched and are still for sale, newest first'),
});
export type WantedEntry = z.infer<typeof wantedEntry>;

const courseCodes = z
  .string()
  .transform((list) => toCourseCodes(list.split(',')))
  .pipe(z.array(z.string()).max(MAX_COURSES_OF_LISTING))
  .default([])
  .describe('That the seller tags the book with, separated by commas');

const maxPrice = priceInput({
  required: textToken('wanted.field.max-price.not-whole', { unit: 'cents' }),
  notWhole: (unit) => textToken('wanted.field.max-price.not-whole', { unit }),
  negative: textToken('wanted.field.max-price.negative'),
  tooHigh: (highest) => textToken('wanted.field.max-price.too-high', { highest }),
}).nullable();
const limits = {
  maxPrice: maxPrice.optional(),
  minCondition: z
    .enum(conditions, { error: issueMessage(textToken('wanted.field.condition.required')) })
    .nullable()
    .optional(),
  otherEditions: z
    .boolean()
    .optional()
    .describe(
      'Of an ISBN: other editions match too. A new entry without it: if a course accepts any edition',
    ),
};

const course = singleLineText({
  min: 1,
  max: MAX_COURSE_LENGTH,
  field: textId('wanted.field.course'),
}).refine((value) => toCourseCode(value) !== null, {
  error: issueMessage(textToken('wanted.field.course.invalid')),
});

const wantedInput = z
  .object({
    isbn: requiredIsbn.optional(),
    course: course.optional(),
    words: singleLineText({
      min: 1,
      max: MAX_WANTED_WORDS_LENGTH,
      field: textId('wanted.field.words'),
    }).optional(),
    bookId: uuidSchema
      .optional()
      .describe(
        'A reserved listing: you are alerted of it when it is free, beyond the limits and a former alert too',
      ),
    ...limits,
  })
  .refine(
    ({ isbn, course, words }) => [isbn, course, words].filter((one) => one !== undefined).length === 1,
    {
      error: issueMessage(textToken('wanted.field.wish.not-one')),
    },
  );
export type WantedFields = z.output<typeof wantedInput>;

const wantedLimits = z.object(limits);
export type WantedLimits = z.output<typeof wantedLimits>;

const byId = z.object({ id: uuidSchema });

const unseen = z.strictObject({ unseen: z.int().max(MAX_COUNTED_ALERTS) });

export const wantedEndpoints = defineEndpoints({
  'GET /api/wanted': {
    auth: 'user',
    summary: 'Lists what you want, newest first, each entry with its alerts',
    response: z.array(wantedEntry).max(MAX_WANTED_ENTRIES),
  },
  'POST /api/wanted': {
    auth: 'user',
    summary: 'Adds a wanted entry; adding the same again returns it, with the limits that are given',
    body: wantedInput,
    response: wantedEntry,
    status: 201,
  },
  'PATCH /api/wanted/:id': {
    auth: 'user',
    summary:
      'Changes the highest price, the lowest condition (null removes it) or the editions of your entry',
    params: byId,
    body: wantedLimits,
    response: wantedEntry,
  },
  'DELETE /api/wanted/:id': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Deletes your entry; adding it again within 30 seconds brings its alerts back',
    params: byId,
    response: z.strictObject({ deleted: z.literal(true) }),
  },
  'GET /api/wanted/unseen': {
    auth: 'user',
    summary: 'Counts your alerts that you have not seen on the Wanted tab',
    response: unseen,
  },
  'POST /api/wanted/seen': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Marks your alerts up to this time as seen',
    body: z.object({ upTo: isoTimestamp.describe('Of the newest alert that is shown') }),
    response: unseen,
  },
  'GET /api/wanted/students': {
    auth: 'user',
    summary: 'Counts the others who want a book of this ISBN: by ISBN, by course, or by words of its title',
    query: z.object({ isbn: requiredIsbn, courses: courseCodes }),
    response: z.strictObject({ students: z.int() }),
  },
  'GET /api/wanted/students/:bookId': {
    auth: 'user',
    summary: 'Counts the users who were alerted when you posted your listing; later changes do not change it',
    params: z.object({ bookId: uuidSchema }),
    response: z.strictObject({ students: z.int().nullable().describe('Null for some seconds') }),
  },
});
export type WantedEndpoints = typeof wantedEndpoints;

export const wantedProblems = defineProblems({
  'wanted-entry-not-found': { status: 404 },
  'too-many-wanted-entries': { status: 409, args: { max: MAX_WANTED_ENTRIES } },
  'invalid-wanted-words': { status: 400 },
});

export const wantedProblem = createProblemFactory('wanted', wantedProblems);

declare module '#features/live/contract.ts' {
  interface ServerMessages {
    /** The user has new alerts, or has seen them in another browser. */
    wanted: {};
  }
}
