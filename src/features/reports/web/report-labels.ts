import type { ReportReason } from '../rules.ts';

/** The labels of the reasons in the form. */
export const reportReasonLabels: Record<ReportReason, string> = {
  fake: 'Not what it claims to be',
  spam: 'Spam',
  inappropriate: 'Not appropriate here',
  harassment: 'Harassment',
  unsafe: 'A scam, or unsafe to pay',
  other: 'Something else',
};
