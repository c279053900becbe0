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
  const events = found.history.map((event, index) => {
    const measure = measures.find(({ id }) => id === event.measureId);
    const isWithdrawn = event.kind === 'closed' && measure !== undefined && measure.kind !== 'delete';
    const name = measure === undefined ? 'other' : nameOfMeasure(measure);
    const words = describeEvent(event, { isFirst: index === 0, measure: name, isWithdrawn });
    return { event, words, isByStaff: isByStaff(event) && !isWithdrawn };
  });
  return (
    <Section title={t('moderation.history.title')}>
      <ol className={cx(listStyles.panel, styles.history)}>
        {events.map(({ event, words, ...of }, index) => (
          <li key={`${event.at} ${index}`} className={cx(of.isByStaff && styles.byStaff)}>
            <p>{words}</p>
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

type Circumstances = {
  isFirst: boolean;
  measure: MeasureName | 'other';
  /** The case is closed because the account and so the appeal of its measure are gone. */
  isWithdrawn: boolean;
};

function describeEvent({ kind, by, measureId }: CaseEvent, circumstances: Circumstances): ReactNode {
  const { isFirst, measure, isWithdrawn } = circumstances;
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
      if (isWithdrawn) return t('moderation.history.appeal-withdrawn');
      if (measureId !== null) return rich('moderation.history.closed-by-deletion', who);
      // The product closes cases, too.
      return by === null ? t('moderation.history.closed-alone') : rich('moderation.history.closed', who);
  }
}
