import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { paginationQuery } from '#platform/shared/text-schemas.ts';
import { coverageOrders, MAX_PRINTED_BOOKS } from './rules.ts';

const missingBook = z.strictObject({
  isbn: z.string().describe('13 digits'),
  title: z.string().nullable().describe('Without the edition; null if nobody knows the ISBN'),
  author: z.string().nullable(),
  edition: z.string().nullable(),
  wantedCount: z.int().describe('People who want the book, or all books of the course'),
  isReserved: z.boolean().describe('Its only copies are reserved'),
});
export type MissingBook = z.infer<typeof missingBook>;

const coveredCourse = z.strictObject({
  code: z.string().describe("As it is written: 'MATH 101'"),
  title: z.string(),
  term: z.string().nullable(),
  requiredCount: z.int().describe('Required books'),
  coveredCount: z.int().describe('Those of which a copy is available'),
  missing: z.array(missingBook).describe('The others, the most wanted first'),
});
export type CoveredCourse = z.infer<typeof coveredCourse>;

const totals = z.strictObject({
  courses: z.int().describe('With required books'),
  requiredBooks: z.int().describe('A book of several courses counts once'),
  coveredBooks: z.int(),
});
export type CoverageTotals = z.infer<typeof totals>;

const soughtBook = missingBook.extend({ courses: z.array(z.string()).describe('As they are written') });
export type SoughtBook = z.infer<typeof soughtBook>;

export const coverageEndpoints = defineEndpoints({
  'GET /api/admin/courses/coverage': {
    auth: 'course-editor',
    summary: 'Lists courses with required books, and those books of which no copy is available',
    query: z.object({
      ...paginationQuery,
      order: z
        .enum(coverageOrders)
        .default('wanted')
        .describe('The most wanted missing books, the smallest share of available ones, or the code first'),
    }),
    response: z.array(coveredCourse),
    paged: true,
  },
  'GET /api/admin/courses/coverage/totals': {
    auth: 'course-editor',
    summary: 'Counts the required books, and those of which a copy is available',
    response: totals,
  },
  'GET /api/admin/courses/coverage/missing': {
    auth: 'course-editor',
    summary: 'Lists the required books of which no copy is available, the most wanted first',
    response: z.array(soughtBook).max(MAX_PRINTED_BOOKS),
  },
  'GET /api/admin/courses/coverage/export': {
    auth: 'course-editor',
    summary:
      'Returns the coverage of all courses as a file: a row for each missing book, or one for a course without',
    response: z.strictObject({ csv: z.string() }),
  },
});
export type CoverageEndpoints = typeof coverageEndpoints;
