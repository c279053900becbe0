import { type ReportReason, reportReasonLabels } from '#features/reports/rules.ts';
import { t } from '#platform/shared/texts/t.ts';

/** The words of a reason in a case: of a report, else of a notice of illegal content. */
export const reasonText = (reason: string): string =>
  reason in reportReasonLabels
    ? t(reportReasonLabels[reason as ReportReason])
    : t('moderation.decision.reason-illegal-content');
