import { z } from 'zod';
import { seller } from '#features/accounts/contract.ts';
import { requiredIsbn } from '#features/books/contract.ts';
import { searchable } from '#features/books/searchable.ts';
import { workEdition } from '#features/editions/contract.ts';
import { MAX_COUNTED_COPIES, MAX_EDITIONS_OF_WORK } from '#features/editions/rules.ts';
import { toCourseCode } from '#features/books/rules.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { paginationQuery, uuidSchema } from '#platform/shared/text-schemas.ts';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { textToken } from '#platform/shared/texts/t.ts';
import {
  isTooShortToSearch,
  MAX_BUNDLE_SELLERS,
  MAX_EARLIER_BOOKS_OF_COURSE,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  MAX_READING_LIST_ROWS,
  MAX_REPORTED_LINES,
  MAX_REPORTED_TERMS,
  MAX_TAKEN_COURSES,
  parseAccepts,
  requirements,
} from './rules.ts';

const courseFacts = {
  code: z.string().describe("As it is written: 'MATH 101'"),
  title: z.string(),
  term: z.string().nullable().describe("'Fall 2026'"),
};

const courseSummary = z.strictObject({ ...courseFacts, bookCount: z.int() });
export type CourseSummary = z.infer<typeof courseSummary>;

const accepted = z
  .union([z.enum(['exact', 'any']), z.templateLiteral(['from:', z.int()])])
  .refine((word) => parseAccepts(word) !== null)
  .describe("Which editions count: 'exact', 'any', or 'from:7' with all newer ones");

const readingListBook = z.strictObject({
  isbn: z.string().describe('13 digits'),
  title: z.string().nullable().describe('Without the edition; null if nobody knows the ISBN'),
  author: z.string().nullable(),
  edition: z.string().nullable().describe("'3rd Edition'"),
  requirement: z.enum(requirements),
  accepts: accepted,
  availableCount: z
    .int()
    .describe(`Available listings of accepted editions; ${MAX_COUNTED_COPIES} means that many or more`),
  lowestPrice: z.int().nullable().describe('Minor units, of these; null without one'),
  acceptedEditions: z
    .array(workEdition)
    .max(MAX_EDITIONS_OF_WORK)
    .describe('The editions that count, with the book itself, the newest first'),
  olderPrice: z.int().nullable().describe('Minor units: the lowest of older editions that do not count'),
  newerPrice: z.int().nullable().describe('The same of newer editions'),
});

const course = z.strictObject({
  ...courseFacts,
  title: courseFacts.title
    .nullable()
    .describe('Null for a course without a reading list, which listings name'),
  books: z.array(readingListBook),
});
export type Course = z.infer<typeof course>;

const courseDetails = course.extend({
  earlierBooks: z
    .array(readingListBook.extend({ term: z.string().nullable().describe('The last one that had it') }))
    .max(MAX_EARLIER_BOOKS_OF_COURSE)
    .describe('Of former terms, the latest first'),
});
export type CourseDetails = z.infer<typeof courseDetails>;

const myCourses = z.strictObject({
  courses: z
    .array(course)
    .max(MAX_TAKEN_COURSES)
    .describe('Without your own listings and those of blocked users'),
  availableBooks: z.int().describe('Different books that are available'),
  totalPrice: z.int().describe('Minor units: the sum of their lowest prices'),
  sellers: z
    .array(
      z.strictObject({
        seller,
        books: z.array(
          z.strictObject({ bookId: uuidSchema, isbn: z.string(), title: z.string(), price: z.int() }),
        ),
      }),
    )
    .max(MAX_BUNDLE_SELLERS)
    .describe('Who has several of the books; those with most first'),
});
export type MyCourses = z.infer<typeof myCourses>;

const MAX_CODE_TEXT = 100;

/** Every spelling of a course becomes its code; what is no course has none. */
const byCode = z.object({
  code: z
    .string()
    .max(MAX_CODE_TEXT)
    .regex(/^\P{Cc}*$/u, { error: issueMessage(textToken('courses.field.code.invalid')) })
    .transform((written) => toCourseCode(written) ?? '')
    .describe("Any spelling: 'MATH101', 'math-101'"),
});

const refusedLine = z.strictObject({
  line: z.int().describe('The first line of the file is 1'),
  text: z.string().describe('Its code, and what is wrong'),
  reason: z.string(),
});
export type RefusedLine = z.infer<typeof refusedLine>;

const importReport = z.strictObject({
  rowCount: z.int().describe('Without the first line and empty ones'),
  separator: z.enum(['comma', 'semicolon']),
  newCount: z.int(),
  changedCount: z.int(),
  unchangedCount: z.int(),
  repeatedCount: z.int().describe('Rows that say what a row above them says'),
  formerCount: z
    .int()
    .describe('Books that a new term leaves out: they stay with the course as earlier ones'),
  termChanges: z
    .array(z.strictObject({ from: z.string(), to: z.string(), courseCount: z.int() }))
    .max(MAX_REPORTED_TERMS)
    .describe('Courses that get another term'),
  refusedCount: z.int(),
  refused: z.array(refusedLine).max(MAX_REPORTED_LINES).describe('The first of them'),
});
export type ImportReport = z.infer<typeof importReport>;

const courseFile = z.object({
  csv: z
    .string()
    .max(MAX_IMPORT_BYTES)
    .describe('code,title,term,isbn,requirement, and perhaps editions; comma or semicolon'),
});

export const courseEndpoints = defineEndpoints({
  'GET /api/courses': {
    auth: 'public',
    summary: 'Lists courses by code',
    query: z.object({
      ...paginationQuery,
      search: searchable(100)
        .refine((text) => !isTooShortToSearch(text), {
          error: issueMessage(textToken('courses.field.search.too-short')),
        })
        .optional()
        .describe(
          'The beginning of the code, or words of the title; the last word is a prefix from two letters on',
        ),
    }),
    response: z.array(courseSummary),
    paged: true,
  },
  'GET /api/courses/:code': {
    auth: 'public',
    summary: 'Returns a course with its reading list and what is available of it',
    params: byCode,
    response: courseDetails,
  },
  'GET /api/users/me/courses': {
    auth: 'user',
    summary: 'Returns the courses that you take, what is available of their books, and who has several',
    response: myCourses,
  },
  'PUT /api/users/me/courses/:code': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Adds a course to those that you take',
    params: byCode,
    response: z.strictObject({ taken: z.literal(true) }),
  },
  'DELETE /api/users/me/courses/:code': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Removes a course from those that you take',
    params: byCode,
    response: z.strictObject({ taken: z.literal(false) }),
  },
  'POST /api/admin/courses/preview': {
    auth: 'course-editor',
    summary: 'Tells what importing a file would change, and which lines it refuses and why',
    body: courseFile,
    maxBodyBytes: MAX_IMPORT_BYTES,
    response: importReport,
  },
  'POST /api/admin/courses/refused': {
    auth: 'course-editor',
    summary: 'Returns all lines that importing a file would refuse as a file, each with the reason',
    body: courseFile,
    maxBodyBytes: MAX_IMPORT_BYTES,
    response: z.strictObject({ csv: z.string() }),
  },
  'POST /api/admin/courses/import': {
    auth: 'course-editor',
    summary: 'Imports courses and reading lists; the same file again changes nothing',
    body: courseFile,
    maxBodyBytes: MAX_IMPORT_BYTES,
    response: importReport,
  },
  'PUT /api/admin/courses/:code/books/:isbn/accepts': {
    auth: 'course-editor',
    summary: 'Sets which editions of a book count that is on the reading list now, and nothing else of it',
    params: byCode.extend({ isbn: requiredIsbn }),
    body: z.object({ accepts: accepted }),
    response: z.strictObject({ accepts: accepted }),
  },
  'GET /api/admin/courses/export': {
    auth: 'course-editor',
    summary: `Returns all courses and reading lists as a file; up to ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows can be imported`,
    response: z.strictObject({ csv: z.string() }),
  },
});
export type CourseEndpoints = typeof courseEndpoints;

export const courseProblems = defineProblems({
  'course-not-found': { status: 404 },
  'book-not-listed': { status: 404 },
  'too-many-taken-courses': { status: 409, args: { max: MAX_TAKEN_COURSES } },
  'invalid-file': { status: 400 },
  'too-many-rows': { status: 400, args: { max: MAX_IMPORT_ROWS } },
  'too-many-courses': { status: 409, args: { max: MAX_READING_LIST_ROWS } },
});
export const courseProblem = createProblemFactory('courses', courseProblems);
