import type { MeasureReason } from '#features/moderation/rules.ts';
import type { PlainTextId } from '#platform/shared/texts/t.ts';

/** What can be reported, and for which reasons. No I/O. */

export const reportKinds = ['book', 'message', 'user', 'review'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** A change needs a migration of the check of `reports` (`npm run db:generate`). */
export const reportReasons = ['fake', 'spam', 'inappropriate', 'harassment', 'unsafe', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Reasons of a review: it offers nothing, so it is no scam. */
const reviewReasons = [
  'fake',
  'spam',
  'inappropriate',
  'harassment',
  'other',
] as const satisfies ReportReason[];

/** The reasons that something of this kind can be reported for. */
export const reportReasonsOf = (kind: ReportKind): readonly ReportReason[] =>
  kind === 'review' ? reviewReasons : reportReasons;

/** 'open' until its case is closed: 'acted' with a measure, 'dismissed' without. */
export const reportStatuses = ['open', 'acted', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** The longest text of a reporter, in characters. */
export const MAX_REPORT_TEXT_LENGTH = 1000;

/** The most messages that are shown of the sale between the two: the newest ones. */
export const MAX_EVIDENCE_MESSAGES = 100;

const measureReasons: Record<ReportReason, MeasureReason> = {
  fake: 'fake-account',
  spam: 'spam',
  inappropriate: 'prohibited-item',
  harassment: 'harassment',
  unsafe: 'scam',
  other: 'other',
};

/** What a report is counted as among notices and measures. A review is no account and no item. */
export const toMeasureReason = (kind: ReportKind, reason: ReportReason): MeasureReason =>
  kind === 'review' && (reason === 'fake' || reason === 'inappropriate') ? 'other' : measureReasons[reason];

/** The text of a reason, of something of this kind. */
export const reportReasonLabel = (kind: ReportKind, reason: ReportReason): PlainTextId =>
  kind === 'review' && reason === 'fake' ? 'reports.reason.untrue' : reportReasonLabels[reason];

const reportReasonLabels: Record<ReportReason, PlainTextId> = {
  fake: 'reports.reason.fake',
  spam: 'reports.reason.spam',
  inappropriate: 'reports.reason.inappropriate',
  harassment: 'reports.reason.harassment',
  unsafe: 'reports.reason.unsafe',
  other: 'reports.reason.other',
};
