import type { ReportReason } from '../rules.ts';

/** The labels of the reasons in the form. */
export const reportReasonLabels: Record<ReportReason, string> = {
  fake: 'Misleading listing',
  spam: 'Spam',
  inappropriate: 'Inappropriate',
  harassment: 'Harassment',
  unsafe: 'Scam or unsafe payment',
  other: 'Something else',
};
