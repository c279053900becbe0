import { type PlainTextId, t } from '#platform/shared/texts/t.ts';
import type { CaseSummary } from '../../case-schemas.ts';
import { type MeasureReason, nameOfMeasure, type TargetKind } from '../../rules.ts';

/** Words a reason of a report or a notice. Reports are another feature, and know their own. */
export type ReasonText = (reason: string, target: TargetKind) => string;

/** The reason of a measure in a sentence: 'for spam'. */
export const reasonPhrases: Record<MeasureReason, PlainTextId> = {
  scam: 'moderation.because.scam',
  'prohibited-item': 'moderation.because.prohibited-item',
  harassment: 'moderation.because.harassment',
  spam: 'moderation.because.spam',
  'fake-account': 'moderation.because.fake-account',
  'illegal-content': 'moderation.because.illegal-content',
  other: 'moderation.because.other',
};

/** What a case is about: its title, or that it is deleted. */
export const describeTarget = ({ type, title }: CaseSummary['target']): string =>
  title ?? t('moderation.case.deleted-target', { type });

/** What came in: '2 reports, 1 notice: Scam'. */
export function describeArrival(found: CaseSummary, reasonText: ReasonText): string {
  const { appeal, isFirstListing, person, reports, notices } = found;
  if (appeal !== null) {
    const { measureKind: kind, reviewId, canDecide } = appeal;
    const measure = nameOfMeasure({ kind, reviewId });
    const reason = t(reasonPhrases[appeal.reason]);
    return canDecide
      ? t('moderation.case.appealed', { measure, reason })
      : t('moderation.case.appealed-other', { measure, reason });
  }
  if (isFirstListing && reports + notices === 0)
    return t('moderation.case.first-listing', { name: person?.name ?? t('moderation.case.nobody') });
  const reason = reasonText(found.reason ?? 'illegal-content', found.target.type);
  if (notices === 0) return t('moderation.case.reports', { count: reports, reason });
  if (reports === 0) return t('moderation.case.notices', { count: notices, reason });
  return t('moderation.case.reports-and-notices', { reports, notices, reason });
}
