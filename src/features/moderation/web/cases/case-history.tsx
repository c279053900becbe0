import type { ReactNode } from 'react';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { cx } from '#ui/class-names.ts';
import { Time } from '#ui/display/time.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import type { CaseDetail } from '../../case-schemas.ts';
import { type MeasureName, nameOfMeasure } from '../../rules.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './cases.module.css';

type CaseEvent = CaseDetail['history'][number];

/** What happened to a case, in order; what staff did is marked. */
export function CaseHistory({ found }: { found: CaseDetail }) {
  const now = useNow().getTime();
  const measures = [...found.measures, ...found.earlierMeasures];
  const wordsOf = (event: CaseEvent, index: number): ReactNode => {
    const measure = measures.find(({ id }) => id === event.measureId);
    return describeEvent(event, {
      isFirst: index === 0,
      measure: measure === undefined ? 'other' : nameOfMeasure(measure),
    });
  };
  return (
    <Section title={t('moderation.history.title')}>
      <ol className={cx(listStyles.panel, styles.history)}>
        {found.history.map((event, index) => (
          <li key={`${event.at} ${index}`} className={cx(isByStaff(event) && styles.byStaff)}>
            <p>{wordsOf(event, index)}</p>
            {event.note !== '' && (
              <p dir="auto" className={cx(shared.prose, shared.soft)}>
                {event.note}
              </p>
            )}
            <Time at={event.at} now={now} form="full" className={cx(shared.tiny, shared.soft)} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

const isByStaff = ({ kind }: CaseEvent): boolean => !kind.endsWith('-received') && kind !== 'measure-ended';

type Circumstances = { isFirst: boolean; measure: MeasureName | 'other' };

function describeEvent({ kind, by, measureId }: CaseEvent, { isFirst, measure }: Circumstances): ReactNode {
  const who = {
    b: (name: ReactNode) => <b>{name}</b>,
    name: by?.name ?? t('moderation.history.former-member'),
  };
  switch (kind) {
    case 'report-received':
      return isFirst ? t('moderation.history.first-report') : t('moderation.history.report');
    case 'notice-received':
      return isFirst ? t('moderation.history.first-notice') : t('moderation.history.notice');
    case 'appeal-received':
      return t('moderation.history.appeal');
    case 'first-listing-received':
      return t('moderation.history.first-listing');
    case 'taken':
      return rich('moderation.history.taken', who);
    case 'released':
      return rich('moderation.history.released', who);
    case 'measure-taken':
      return rich('moderation.history.measure', { ...who, measure });
    case 'measure-lifted':
      return rich('moderation.history.lifted', who);
    case 'measure-ended':
      return t('moderation.history.ended');
    case 'appeal-upheld':
      return rich('moderation.history.upheld', who);
    case 'appeal-reversed':
      return rich('moderation.history.reversed', who);
    case 'first-listing-approved':
      return rich('moderation.history.approved', who);
    case 'closed':
      if (measureId !== null) return rich('moderation.history.closed-by-deletion', who);
      // The product closes cases, too: of a deleted listing, or whose appeal is withdrawn.
      return by === null ? t('moderation.history.closed-alone') : rich('moderation.history.closed', who);
  }
}
