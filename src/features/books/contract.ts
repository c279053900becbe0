import { z } from 'zod';
import { seller } from '#features/accounts/contract.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import {
  singleLineText,
  multilineText,
  paginationQuery,
  isoTimestamp,
  uuidSchema,
} from '#platform/shared/text-schemas.ts';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { textId, textToken } from '#platform/shared/texts/t.ts';
import { canonicalPhotoUrl } from '#features/photos/rules.ts';
import { conditionDetails, conditionDetailsInput } from './condition-schemas.ts';
import { MAX_COURSE_LENGTH, MAX_COURSES_OF_LISTING, toCourseCode, uniqueCourses } from './course-code.ts';
import { bookFilterQuery, droppableFilters, matchingFilters, MAX_COUNTED_BOOKS } from './filter-query.ts';
import { hideReasons } from './hide-reasons.ts';
import { toIsbn13 } from './isbn.ts';
import { priceInput } from './price-input.ts';
import { conditions, DEFAULT_SUBJECT, bookLimits, priceRatings } from './rules.ts';

export const book = z.strictObject({
  id: uuidSchema,
  sellerId: uuidSchema,
  title: z.string(),
  author: z.string(),
  isbn: z.string().nullable().describe('13 digits'),
  subject: z.string(),
  condition: z.enum(conditions),
  conditionDetails: conditionDetails.nullable().describe('Null if the seller says nothing'),
  price: z.int().describe('Minor units'),
  previousPrice: z
    .int()
    .nullable()
    .describe('Minor units: the lowest price of the 30 days before it was lowered, for 14 days'),
  priceRating: z.enum(priceRatings).nullable().describe('Compared with other copies of the same ISBN here'),
  description: z.string().nullable(),
  images: z.array(z.string()),
  courses: z.array(z.string()).describe("As the seller wrote them: 'MATH 101'"),
  isActive: z.boolean().describe('Neither sold nor expired, nor hidden'),
  isBoosted: z.boolean(),
  boostedUntil: isoTimestamp.nullable(),
  soldAt: isoTimestamp.nullable(),
  expiresAt: isoTimestamp.describe('When it leaves the lists; a running boost keeps it there to its own end'),
  reservedUntil: isoTimestamp.nullable().describe('Reserved for a buyer; still active'),
  views: z.int(),
  createdAt: isoTimestamp,
  updatedAt: isoTimestamp,
  seller,
});
export type Book = z.infer<typeof book>;

/** A listing for its seller, who sees it even while it is hidden. */
const ownBook = book.extend({
  hiddenBy: z
    .enum(hideReasons)
    .optional()
    .describe('Why nobody but its seller sees it, the strongest reason. Absent if it is not hidden'),
});
export type OwnBook = z.infer<typeof ownBook>;

const MAX_ISBN_LENGTH = 40;

/** An ISBN-10 or ISBN-13, hyphens allowed, becomes 13 digits. */
export const requiredIsbn = z
  .string()
  .max(MAX_ISBN_LENGTH)
  .transform((value, context) => {
    const isbn13 = toIsbn13(value);
    if (isbn13 !== null) return isbn13;
    context.addIssue({ code: 'custom', message: issueMessage(textToken('books.field.isbn.invalid')) });
    return z.NEVER;
  });

const isbn = z
  .string()
  .max(MAX_ISBN_LENGTH)
  .transform((value) => (value.trim() === '' ? null : value))
  .pipe(requiredIsbn.nullable())
  .nullable();

const subject = singleLineText({ min: 0, max: bookLimits.subject, field: textId('books.field.subject') })
  .nullable()
  .transform((value) => value || DEFAULT_SUBJECT);

const price = priceInput({
  required: textToken('books.field.price.required'),
  notWhole: (unit) => textToken('books.field.price.not-whole', { unit }),
  negative: textToken('books.field.price.negative'),
  tooHigh: (highest) => textToken('books.field.price.too-high', { highest }),
});

/** Converts the private URL of an upload to the public URL of the photo. */
const photoAddress = z.string().max(500).transform(canonicalPhotoUrl);

/** A course as the seller writes it. */
const course = singleLineText({ min: 1, max: MAX_COURSE_LENGTH, field: textId('books.field.course') })
  .transform((written) => written.replace(/\s+/g, ' '))
  .refine((written) => toCourseCode(written) !== null, {
    error: issueMessage(textToken('books.field.course.invalid')),
  });

const courses = z
  .array(course)
  .max(20)
  .transform(uniqueCourses)
  .refine((written) => written.length <= MAX_COURSES_OF_LISTING, {
    error: issueMessage(textToken('books.field.courses.too-many', { max: MAX_COURSES_OF_LISTING })),
  });

/** What the seller enters. Null and '' leave an optional field empty. */
const fields = {
  title: singleLineText({ min: 1, max: bookLimits.title, field: textId('books.field.title') }),
  author: singleLineText({ min: 1, max: bookLimits.author, field: textId('books.field.author') }),
  isbn,
  subject,
  condition: z.enum(conditions, { error: issueMessage(textToken('books.field.condition.required')) }),
  conditionDetails: conditionDetailsInput.describe('Replaces all of them'),
  price,
  description: multilineText({
    min: 0,
    max: bookLimits.description,
    field: textId('books.field.description'),
  })
    .nullable()
    .transform((value) => value || null),
  images: z.array(photoAddress).max(bookLimits.images, {
    error: issueMessage(textToken('books.field.images.too-many', { max: bookLimits.images })),
  }),
  courses,
};

/** A listing as its seller writes it: `fields`, of which the optional ones may be absent. */
export const bookInput = z.object({
  ...fields,
  isbn: fields.isbn.prefault(null),
  subject: fields.subject.prefault(null),
  conditionDetails: fields.conditionDetails.prefault(null),
  description: fields.description.prefault(null),
  images: fields.images.prefault([]),
  courses: fields.courses.prefault([]),
  clientListingId: uuidSchema
    .optional()
    .describe(
      'Set by the client: posting again with the same id after a lost response updates the listing that was created',
    ),
});
export type BookInput = z.input<typeof bookInput>;
export type BookFields = z.output<typeof bookInput>;

/** The changed fields of an edit. `isSold` marks the listing as sold, or as available again. */
const bookChanges = z.object({ ...fields, isSold: z.boolean() }).partial();
export type BookChanges = z.output<typeof bookChanges>;

const byId = z.object({ id: uuidSchema });

export const bookEndpoints = defineEndpoints({
  'GET /api/books': {
    auth: 'public',
    summary:
      'Lists active listings: boosted first, then best match if searching, then newest; by price if sorted so',
    query: matchingFilters({ ...paginationQuery, ...bookFilterQuery }),
    response: z.array(book),
    paged: true,
  },
  'GET /api/books/count': {
    auth: 'public',
    summary: 'Counts the listings that pass the filters; if none do, tells which filters to drop',
    query: matchingFilters(bookFilterQuery),
    response: z.strictObject({
      count: z.int().describe(`At most ${MAX_COUNTED_BOOKS}`),
      isMore: z.boolean().describe('There are more'),
      filtersToDrop: z
        .array(z.enum(droppableFilters))
        .describe('If no listing passes and matches all words: without any one of these some would'),
    }),
  },
  'GET /api/books/allowance': {
    auth: 'user',
    summary: 'Tells how many listings you may still create: today, and before some are sold or deleted',
    response: z.strictObject({ today: z.int(), places: z.int() }),
  },
  'GET /api/books/:id': {
    auth: 'public',
    summary: 'Returns a listing, even if it is sold or expired, unless it is hidden',
    params: byId,
    response: book,
  },
  'GET /api/books/mine/:id': {
    auth: 'user',
    summary: 'Returns your own listing, even if it is hidden',
    params: byId,
    response: ownBook,
  },
  'POST /api/books': {
    auth: 'user',
    summary: 'Creates a listing',
    body: bookInput,
    response: ownBook,
    status: 201,
  },
  'PATCH /api/books/:id': {
    auth: 'user',
    whilePaused: 'reserved-trades',
    summary: 'Edits your listing, or marks it as sold or available, which renews it if its time is over',
    params: byId,
    body: bookChanges,
    response: ownBook,
  },
  'DELETE /api/books/:id': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Deletes your listing; it can be restored for 30 seconds',
    params: byId,
    response: z.strictObject({ deleted: z.literal(true), restorableUntil: isoTimestamp }),
  },
  'POST /api/books/:id/restore': {
    auth: 'user',
    whilePaused: 'allowed',
    growsDatabase: false,
    summary: 'Restores a listing deleted less than 30 seconds ago',
    params: byId,
    response: ownBook,
  },
  'POST /api/books/:id/renew': {
    auth: 'user',
    summary: 'Renews your listing, expired or not: it stays active for LISTING_DAYS from now',
    params: byId,
    response: ownBook,
  },
  'POST /api/books/:id/views': {
    auth: 'optional',
    whilePaused: 'allowed',
    summary: 'Counts a view, at most one per viewer, book and day',
    params: byId,
    response: z.strictObject({ counted: z.boolean().describe('Accepted; written within seconds') }),
    status: 202,
  },
  'GET /api/books/user/:userId': {
    auth: 'optional',
    summary:
      "Lists a user's listings; sold, expired and hidden ones, and why they are hidden, only for their owner. By ending: active ones, first those that end first",
    params: z.object({ userId: uuidSchema }),
    query: z.object({ ...paginationQuery, sort: z.enum(['newest', 'ending']).default('newest') }),
    response: z.array(ownBook),
    paged: true,
  },
  'GET /api/users/:id/books': {
    auth: 'public',
    summary: "Lists a user's active listings, newest first; the same for everybody",
    params: byId,
    query: z.object(paginationQuery),
    response: z.array(book),
    paged: true,
  },
});
export type BookEndpoints = typeof bookEndpoints;

export const bookProblems = defineProblems({
  'book-not-found': { status: 404 },
  'too-many-listings': { status: 409, args: { max: bookLimits.listings } },
  'book-sold': { status: 409 },
  'book-reserved-unchangeable': { status: 409 },
  'book-not-restorable': { status: 409 },
});

export const bookProblem = createProblemFactory('books', bookProblems);

declare module '#features/live/contract.ts' {
  interface ServerMessages {
    /** The book has changed: fetch it again where it is shown. */
    book: { bookId: string };
  }
}
