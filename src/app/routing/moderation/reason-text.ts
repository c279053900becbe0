import type { TargetKind } from '#features/moderation/rules.ts';
import { reportKinds, reportReasonLabel, reportReasons } from '#features/reports/rules.ts';
import { t } from '#platform/shared/texts/t.ts';

/** The words of a reason in a case about `target`: of a report, else of a notice of illegal content. */
export function reasonText(reason: string, target: TargetKind): string {
  const kind = reportKinds.find((one) => one === target);
  const reported = reportReasons.find((one) => one === reason);
  return kind === undefined || reported === undefined
    ? t('moderation.decision.reason-illegal-content')
    : t(reportReasonLabel(kind, reported));
}
