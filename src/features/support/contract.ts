import { z } from 'zod';
import { email } from '#features/accounts/contract.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import {
  singleLineText,
  multilineText,
  paginationQuery,
  isoTimestamp,
  uuidSchema,
} from '#platform/shared/text-schemas.ts';
import { LANGUAGES } from '#platform/shared/texts/languages.ts';
import { textId } from '#platform/shared/texts/t.ts';
import { supportLimits, supportStatuses } from './rules.ts';

const contactInput = z.object({
  name: singleLineText({ min: 1, max: supportLimits.name, field: textId('support.field.name') }),
  email,
  subject: singleLineText({ min: 1, max: supportLimits.subject, field: textId('support.field.subject') }),
  message: multilineText({ min: 1, max: supportLimits.message, field: textId('support.field.message') }),
  homepage: z.string().max(2_000).optional().describe('Leave this out: it detects bots'),
});
export type ContactInput = z.infer<typeof contactInput>;

const supportMessage = z.strictObject({
  id: uuidSchema,
  userId: uuidSchema.nullable().describe("The sender's id, if signed in"),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  language: z.enum(LANGUAGES).nullable().describe('Of the page with the form; null if unknown'),
  status: z.enum(supportStatuses),
  answer: z.string().nullable(),
  closedAt: isoTimestamp.nullable().describe('When it was answered or closed'),
  createdAt: isoTimestamp,
});
export type SupportMessage = z.infer<typeof supportMessage>;

const imprint = z.strictObject({
  campus: z.string().nullable(),
  name: z.string().nullable().describe('Of the operator'),
  address: z.string().nullable().describe('By post, in lines'),
  email: z.string().nullable(),
  person: z.string().nullable().describe('Who is responsible for the content'),
});
export type Imprint = z.infer<typeof imprint>;

const params = z.object({ id: uuidSchema });

export const supportEndpoints = defineEndpoints({
  'GET /api/imprint': {
    auth: 'public',
    summary: 'Returns who runs the campus; null for what the operator has not filled in',
    response: imprint,
  },
  'POST /api/support': {
    auth: 'optional',
    whilePaused: 'allowed',
    summary: 'Sends a message to the admins',
    body: contactInput,
    response: z.strictObject({ received: z.literal(true) }),
    status: 202,
  },
  'GET /api/admin/support': {
    auth: 'admin',
    summary: 'Lists messages of the contact form: open ones oldest first, closed ones newest first',
    query: z.object({ ...paginationQuery, status: z.enum(['open', 'closed']).default('open') }),
    response: z.array(supportMessage),
    paged: true,
  },
  'GET /api/admin/support/summary': {
    auth: 'admin',
    summary: 'Counts open messages and says whether answers are emailed or saved to the outbox',
    response: z.strictObject({ open: z.int(), mail: z.enum(['smtp', 'outbox']) }),
  },
  'POST /api/admin/support/:id/answer': {
    auth: 'admin',
    summary: 'Emails an answer to the sender and closes the message',
    params,
    body: z.object({
      answer: multilineText({ min: 1, max: supportLimits.answer, field: textId('support.field.answer') }),
    }),
    response: supportMessage,
  },
  'POST /api/admin/support/:id/close': {
    auth: 'admin',
    summary: 'Closes a message without an answer',
    params,
    response: supportMessage,
  },
  'POST /api/admin/support/:id/reopen': {
    auth: 'admin',
    summary: 'Reopens a message that was closed without an answer',
    params,
    response: supportMessage,
  },
});
export type SupportEndpoints = typeof supportEndpoints;

export const supportProblems = defineProblems({
  'support-message-not-found': { status: 404 },
  'support-message-already-closed': { status: 409 },
});

export const supportProblem = createProblemFactory('support', supportProblems);
