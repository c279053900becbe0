import { z } from 'zod';
import { email } from '#features/accounts/contract.ts';
import { calls } from '#platform/shared/contract.ts';
import { problemFactory, problems } from '#platform/shared/problem.ts';
import { lineOfText, linesOfText, pageQuery, timestamp, uuid } from '#platform/shared/text.ts';
import { supportLimits, supportStatuses } from './rules.ts';

const contactInput = z.object({
  name: lineOfText({ min: 1, max: supportLimits.name, name: 'Name' }),
  email,
  subject: lineOfText({ min: 1, max: supportLimits.subject, name: 'Subject' }),
  message: linesOfText({ min: 1, max: supportLimits.message, name: 'Message' }),
  homepage: z.string().max(2_000).optional().describe('Not for people: leave it out'),
});
export type ContactInput = z.infer<typeof contactInput>;

const supportMessage = z.strictObject({
  id: uuid,
  userId: uuid.nullable().describe('Of the writer, if signed in; only then is it known who wrote'),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(supportStatuses),
  answer: z.string().nullable(),
  closedAt: timestamp.nullable().describe('When it was answered, or put away without an answer'),
  createdAt: timestamp,
});
export type SupportMessage = z.infer<typeof supportMessage>;

const params = z.object({ id: uuid });

export const supportCalls = calls({
  'POST /api/support': {
    auth: 'optional',
    summary: 'Writes to the people who run this Book Swap',
    body: contactInput,
    response: z.strictObject({ received: z.literal(true) }),
    status: 202,
  },
  'GET /api/admin/support': {
    auth: 'admin',
    summary:
      'Messages of the contact form: open ones with the oldest first, closed ones with the newest first',
    query: z.object({ ...pageQuery, status: z.enum(['open', 'closed']).default('open') }),
    response: z.array(supportMessage),
    paged: true,
  },
  'GET /api/admin/support/summary': {
    auth: 'admin',
    summary: 'How many messages are open, and whether answers are mailed or land in the outbox',
    response: z.strictObject({ open: z.int(), mail: z.enum(['smtp', 'outbox']) }),
  },
  'POST /api/admin/support/:id/answer': {
    auth: 'admin',
    summary: 'Mails an answer to the writer and closes the message',
    params,
    body: z.object({ answer: linesOfText({ min: 1, max: supportLimits.answer, name: 'Answer' }) }),
    response: supportMessage,
  },
  'POST /api/admin/support/:id/close': {
    auth: 'admin',
    summary: 'Puts a message away without an answer',
    params,
    response: supportMessage,
  },
  'POST /api/admin/support/:id/reopen': {
    auth: 'admin',
    summary: 'Takes a message up again that was put away without an answer',
    params,
    response: supportMessage,
  },
});
export type SupportCalls = typeof supportCalls;

export const supportProblems = problems({
  'support-message-not-found': { status: 404, detail: 'This message does not exist any more.' },
  'support-message-settled': { status: 409, detail: 'Somebody else has dealt with this message already.' },
});

export const supportProblem = problemFactory(supportProblems);
