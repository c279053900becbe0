import { z } from 'zod';
import { email } from '#features/accounts/contract.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { isoTimestamp, multilineText, singleLineText } from '#platform/shared/text-schemas.ts';
import { textId } from '#platform/shared/texts/t.ts';
import { MAX_NOTICE_LENGTH, MAX_NOTICE_URL_LENGTH, MAX_NOTIFIER_NAME_LENGTH } from './rules.ts';

export const newNotice = z.object({
  url: z.string().trim().min(1).max(MAX_NOTICE_URL_LENGTH).describe('An address of this campus'),
  reason: multilineText({ min: 1, max: MAX_NOTICE_LENGTH, field: textId('notices.field.reason') }),
  name: singleLineText({
    min: 1,
    max: MAX_NOTIFIER_NAME_LENGTH,
    field: textId('notices.field.name'),
  }).optional(),
  email: email.optional(),
  endangersChild: z.boolean().default(false).describe('Then name and email may be absent'),
  goodFaith: z.literal(true).describe('To the best of your knowledge it is correct and complete'),
});

const receipt = z.strictObject({
  receipt: z.string().describe('N-2026-0214'),
  createdAt: isoTimestamp,
  page: z.string().nullable().describe('The title of what is reported'),
  mail: z
    .enum(['link', 'receipt', 'none'])
    .describe(
      "What goes to the email: a link (at most one a day), which sends the receipt and the outcome once it is opened; the receipt at once, to a user's own verified email",
    ),
});
export type Receipt = z.output<typeof receipt>;

export const noticeEndpoints = defineEndpoints({
  'POST /api/notices': {
    auth: 'optional',
    whilePaused: 'allowed',
    summary: 'Reports illegal content, without an account; the same notice again returns its receipt',
    body: newNotice,
    response: receipt,
    status: 201,
  },
  'POST /api/notices/confirm': {
    auth: 'public',
    summary: 'Confirms the email of a notice with the token of its link, and sends the receipt',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: receipt,
  },
});
export type NoticeEndpoints = typeof noticeEndpoints;

export const noticeProblems = defineProblems({
  'foreign-address': { status: 400 },
  'notifier-required': { status: 400 },
  'notice-not-found': { status: 404 },
});
export const noticeProblem = createProblemFactory('notices', noticeProblems);
