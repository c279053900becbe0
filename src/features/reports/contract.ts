import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { multilineText, isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';
import { textId } from '#platform/shared/texts/t.ts';
import { reportKinds, reportReasons, reportReasonsOf, MAX_REPORT_TEXT_LENGTH } from './rules.ts';

export const newReport = z
  .object({
    kind: z.enum(reportKinds),
    id: uuidSchema.describe('The id of the listing, message, user or review'),
    reason: z.enum(reportReasons).describe("Of a review all but 'unsafe'"),
    text: multilineText({ min: 0, max: MAX_REPORT_TEXT_LENGTH, field: textId('reports.field.text') }).default(
      '',
    ),
  })
  .refine(({ kind, reason }) => reportReasonsOf(kind).includes(reason), { path: ['reason'] });

export const reportEndpoints = defineEndpoints({
  'POST /api/reports': {
    auth: 'user',
    whilePaused: 'allowed',
    summary:
      'Reports a listing, a received message, a user or a public review; a repeat returns the open report',
    body: newReport,
    response: z.strictObject({ id: uuidSchema, createdAt: isoTimestamp }),
  },
});
export type ReportEndpoints = typeof reportEndpoints;

export const reportProblems = defineProblems({
  'cannot-report-own': { status: 409 },
  'author-left': { status: 409 },
});

export const reportProblem = createProblemFactory('reports', reportProblems);
