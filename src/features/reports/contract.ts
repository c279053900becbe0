import { z } from 'zod';
import { calls } from '#platform/shared/contract.ts';
import { problems } from '#platform/shared/problem.ts';
import { linesOfText, pageQuery, timestamp, uuid } from '#platform/shared/text.ts';
import { reportKinds, reportReasons, reportStatuses, reportTextLength } from './rules.ts';

export const newReport = z.object({
  kind: z.enum(reportKinds),
  id: uuid.describe('Of the listing, the message or the person'),
  reason: z.enum(reportReasons),
  text: linesOfText({ min: 0, max: reportTextLength, name: 'Text' }).default(''),
});

const known = z.strictObject({ id: uuid, name: z.string(), email: z.string() });

/** A report as administrators see it. */
export const report = z.strictObject({
  id: uuid,
  kind: z.enum(reportKinds),
  reason: z.enum(reportReasons),
  text: z.string(),
  status: z.enum(reportStatuses),
  createdAt: timestamp,
  handledAt: timestamp.nullable(),
  reporter: known,
  /** Who is answerable for what was reported. */
  reported: known,
  otherOpenReports: z.int().describe('About the same person'),
  /** The listing, or the one that the message was about. */
  book: z.strictObject({ id: uuid, title: z.string(), isDeleted: z.boolean() }).nullable(),
  /** The message alone: what was written around it is not shown. */
  message: z.strictObject({ id: uuid, content: z.string(), createdAt: timestamp }).nullable(),
});
export type Report = z.infer<typeof report>;

export const reportCalls = calls({
  'POST /api/reports': {
    auth: 'user',
    summary: 'Reports a listing, a received message or a person; the same again answers the open report',
    body: newReport,
    response: z.strictObject({ id: uuid, createdAt: timestamp }),
  },
  'GET /api/admin/reports': {
    auth: 'admin',
    summary: 'Reports: the open ones with the oldest first, those dealt with by the newest',
    query: z.object({ ...pageQuery, status: z.enum(reportStatuses).default('open') }),
    response: z.array(report),
    paged: true,
  },
  'GET /api/admin/reports/summary': {
    auth: 'admin',
    summary: 'How many reports are open',
    response: z.strictObject({ open: z.int() }),
  },
  'PATCH /api/admin/reports/:id': {
    auth: 'admin',
    summary: 'Puts a report away, or opens it again',
    params: z.object({ id: uuid }),
    body: z.object({ status: z.enum(reportStatuses) }),
    response: report,
  },
});
export type ReportCalls = typeof reportCalls;

export const reportProblems = problems({
  'report-not-found': { status: 404, detail: 'This report does not exist.' },
  'report-yourself': { status: 409, detail: 'This is your own.' },
  'too-many-reports': {
    status: 429,
    detail: 'You have reported very much within a day. We are looking at it; please come back later.',
  },
  'reported-again': { status: 409, detail: 'There is another open report of the same by this person.' },
});
