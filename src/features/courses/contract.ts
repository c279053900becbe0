import { z } from 'zod';
import { searchable } from '#features/books/contract.ts';
import { toCourseCode } from '#features/books/rules.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { paginationQuery } from '#platform/shared/text-schemas.ts';
import { requirements } from './rules.ts';

const courseFacts = {
  code: z.string().describe("As it is written: 'MATH 101'"),
  title: z.string(),
  term: z.string().nullable().describe("'Fall 2026'"),
};

const courseSummary = z.strictObject({ ...courseFacts, bookCount: z.int() });
export type CourseSummary = z.infer<typeof courseSummary>;

const readingListBook = z.strictObject({
  isbn: z.string().describe('13 digits'),
  title: z.string().nullable().describe('Without the edition; null if nobody knows the ISBN'),
  author: z.string().nullable(),
  edition: z.string().nullable().describe("'3rd Edition'"),
  requirement: z.enum(requirements),
  availableCount: z.int().describe('Active listings'),
  lowestPrice: z.int().nullable().describe('Cents; null without an active listing'),
});

const course = z.strictObject({ ...courseFacts, books: z.array(readingListBook) });
export type Course = z.infer<typeof course>;

const MAX_CODE_TEXT = 100;

/** Every spelling of a course becomes its code; what is no course has none. */
const byCode = z.object({
  code: z
    .string()
    .max(MAX_CODE_TEXT)
    .transform((written) => toCourseCode(written) ?? '')
    .describe("Any spelling: 'MATH101', 'math-101'"),
});

export const courseEndpoints = defineEndpoints({
  'GET /api/courses': {
    auth: 'public',
    summary: 'Lists courses by code',
    query: z.object({
      ...paginationQuery,
      search: searchable(100)
        .optional()
        .describe('The beginning of the code, or words of the title; the last word is a prefix'),
    }),
    response: z.array(courseSummary),
    paged: true,
  },
  'GET /api/courses/:code': {
    auth: 'public',
    summary: 'Returns a course with its reading list and what is available of it',
    params: byCode,
    response: course,
  },
});
export type CourseEndpoints = typeof courseEndpoints;

export const courseProblems = defineProblems({
  'course-not-found': { status: 404, detail: 'No reading list has this code.' },
});
export const courseProblem = createProblemFactory(courseProblems);
