import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { multilineText, paginationQuery, isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';
import { textId } from '#platform/shared/texts/t.ts';
import { reportKinds, reportReasons, reportStatuses, MAX_REPORT_TEXT_LENGTH } from './rules.ts';

export const newReport = z.object({
  kind: z.enum(reportKinds),
  id: uuidSchema.describe('The id of the listing, message, user or review'),
  reason: z.enum(reportReasons),
  text: multilineText({ min: 0, max: MAX_REPORT_TEXT_LENGTH, field: textId('reports.field.text') }).default(
    '',
  ),
});

const known = z.strictObject({ id: uuidSchema, name: z.string(), email: z.string() });

/** A report as administrators see it. */
const report = z.strictObject({
  id: uuidSchema,
  kind: z.enum(reportKinds),
  reason: z.enum(reportReasons),
  text: z.string(),
  status: z.enum(reportStatuses),
  createdAt: isoTimestamp,
  handledAt: isoTimestamp.nullable(),
  reporter: known,
  /** The user responsible for the reported object. */
  reported: known,
  otherOpenReports: z.int().describe('About the same user'),
  /** The listing, or the one that the message was about. */
  book: z.strictObject({ id: uuidSchema, title: z.string(), isDeleted: z.boolean() }).nullable(),
  /** The message alone, without the conversation around it. */
  message: z.strictObject({ id: uuidSchema, content: z.string(), createdAt: isoTimestamp }).nullable(),
  /** The public review; null also after it was removed. */
  review: z
    .strictObject({ id: uuidSchema, stars: z.int(), text: z.string(), createdAt: isoTimestamp })
    .nullable(),
  hasSale: z.boolean().describe('The two have a confirmed sale, or one that the buyer denies'),
});
export type Report = z.infer<typeof report>;

/** What administrators read of a sale whose seller or buyer reports the other. */
const evidence = z.strictObject({
  sale: z
    .strictObject({
      book: z.strictObject({ id: uuidSchema, title: z.string() }),
      sellerId: uuidSchema,
      buyerId: uuidSchema,
      outcome: z
        .enum(['code', 'buyer', 'denied'])
        .describe('Confirmed with the code of the handover, or by the buyer; or denied by the buyer'),
      at: isoTimestamp,
      /** The newest texts between them about the book, in order. */
      messages: z.array(
        z.strictObject({
          id: uuidSchema,
          senderId: uuidSchema,
          content: z.string(),
          createdAt: isoTimestamp,
        }),
      ),
    })
    .nullable(),
});
export type Evidence = z.infer<typeof evidence>;

export const reportEndpoints = defineEndpoints({
  'POST /api/reports': {
    auth: 'user',
    whilePaused: 'allowed',
    summary:
      'Reports a listing, a received message, a user or a public review; a repeat returns the open report',
    body: newReport,
    response: z.strictObject({ id: uuidSchema, createdAt: isoTimestamp }),
  },
  'GET /api/admin/reports': {
    auth: 'admin',
    summary: 'Lists reports: open ones oldest first, handled ones newest first',
    query: z.object({ ...paginationQuery, status: z.enum(reportStatuses).default('open') }),
    response: z.array(report),
    paged: true,
  },
  'GET /api/admin/reports/summary': {
    auth: 'admin',
    summary: 'Counts open reports',
    response: z.strictObject({ open: z.int() }),
  },
  'GET /api/admin/reports/:id/evidence': {
    auth: 'admin',
    summary: 'Returns the sale between the two of an open report, with their messages; logged',
    params: z.object({ id: uuidSchema }),
    response: evidence,
  },
  'PATCH /api/admin/reports/:id': {
    auth: 'admin',
    summary: 'Resolves, dismisses or reopens a report',
    params: z.object({ id: uuidSchema }),
    body: z.object({ status: z.enum(reportStatuses) }),
    response: report,
  },
});
export type ReportEndpoints = typeof reportEndpoints;

export const reportProblems = defineProblems({
  'report-not-found': { status: 404 },
  'cannot-report-own': { status: 409 },
  'author-left': { status: 409 },
  'report-already-open': { status: 409 },
});

export const reportProblem = createProblemFactory('reports', reportProblems);
