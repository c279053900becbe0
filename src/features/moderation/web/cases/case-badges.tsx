import { t } from '#platform/shared/texts/t.ts';
import { Badge } from '#ui/display/badge.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import type { CaseSummary } from '../../case-schemas.ts';

/** The state of a case, and whether it has waited for long. */
export function CaseBadges({ found: { state, takenBy, isLate } }: { found: CaseSummary }) {
  return (
    <>
      <Badge tone={state === 'closed' ? undefined : state}>
        {state === 'open' && t('moderation.case.open')}
        {state === 'closed' && t('moderation.case.closed')}
        {state === 'in-review' && <InReview name={takenBy?.name ?? null} />}
      </Badge>
      {isLate && state !== 'closed' && (
        <Badge tone="late">
          <Icon name="clock" />
          {t('moderation.case.late')}
        </Badge>
      )}
    </>
  );
}

const InReview = ({ name }: { name: string | null }) =>
  name === null ? t('moderation.case.in-review') : <span>{t('moderation.case.in-review-by', { name })}</span>;
