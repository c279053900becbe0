import { useState } from 'react';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Time } from '#ui/display/time.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import type { CaseDetail } from '../../case-schemas.ts';
import type { StaffMeasure } from '../../measure-schemas.ts';
import { type MeasureName, nameOfMeasure } from '../../rules.ts';
import { reasonPhrases } from './case-texts.ts';
import { NoteDialog } from './note-dialog.tsx';
import shared from '#ui/shared.module.css';
import disclosureStyles from '#ui/actions/disclosure.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './cases.module.css';

/** The measures of a case, those in force with a way to lift them, and earlier ones about the same person. */
export function CaseMeasures({ found }: { found: CaseDetail }) {
  const { measures, earlierMeasures, person } = found;
  const name = person?.name ?? t('moderation.subject.former-user');
  return (
    <>
      {measures.length > 0 && (
        <Section title={t('moderation.measure.title')}>
          <ul className={listStyles.list}>
            {measures.map((measure) => (
              <li key={measure.id} className={styles.complaint}>
                <MeasureFacts measure={measure} />
                <Lift measure={measure} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {earlierMeasures.length > 0 && (
        <details className={cx(listStyles.panel, disclosureStyles.disclosure)}>
          <summary>
            {t('moderation.measure.earlier', { name, count: earlierMeasures.length })}
            <Icon name="chevron-down" />
          </summary>
          <div className={disclosureStyles.contents}>
            {earlierMeasures.map((measure) => (
              <div key={measure.id}>
                <MeasureFacts measure={measure} />
              </div>
            ))}
          </div>
        </details>
      )}
    </>
  );
}

/** A warning has nothing to end, a ban is lifted by an appeal alone, and what is appealed by the answer. */
function toLiftable(measure: StaffMeasure): Exclude<MeasureName, 'warn' | 'delete'> | null {
  const name = nameOfMeasure(measure);
  const isRunning = measure.state === 'active' && measure.appeal?.state !== 'waiting';
  return isRunning && name !== 'warn' && name !== 'delete' ? name : null;
}

function MeasureFacts({ measure }: { measure: StaffMeasure }) {
  const now = useNow().getTime();
  const { reason, title, note, internalNote, until, state, appeal } = measure;
  return (
    <div className={cx(shared.small, shared.stack, shared.tight)}>
      <p>
        {rich('moderation.measure.summary', {
          b: (words) => <b>{words}</b>,
          measure: nameOfMeasure(measure),
          reason: t(reasonPhrases[reason]),
          time: () => <Time at={measure.createdAt} now={now} form="month" />,
        })}
        {title !== null && (
          <bdi className={cx(shared.soft, shared.block)} dir="auto">
            {title}
          </bdi>
        )}
      </p>
      {note !== '' && (
        <blockquote dir="auto" className={cx(shared.quote, shared.prose)}>
          {note}
        </blockquote>
      )}
      {internalNote !== '' && (
        <p dir="auto" className={cx(shared.soft, shared.prose)}>
          {t('moderation.measure.internal', { note: internalNote })}
        </p>
      )}
      <p className={cx(shared.tiny, shared.soft)}>
        {state === 'active' && until !== null
          ? rich('moderation.measure.until', { time: () => <Time at={until} now={now} form="until" /> })
          : (nameOfMeasure(measure) !== 'warn' || state !== 'active') &&
            t('moderation.measure.state', { state })}{' '}
        {t('moderation.measure.appeal', { state: appeal?.state ?? 'none' })}
      </p>
    </div>
  );
}

function Lift({ measure: lifted }: { measure: StaffMeasure }) {
  const [isOpen, setOpen] = useState(false);
  const { id } = lifted;
  const measure = toLiftable(lifted);
  if (measure === null) return null;
  return (
    <div>
      <Button variant="quiet" size="slim" icon="undo" onClick={() => setOpen(true)}>
        {t('moderation.lift.open', { measure })}
      </Button>
      {isOpen && (
        <NoteDialog
          title={t('moderation.lift.title', { measure })}
          text={t('moderation.lift.text', { measure })}
          label={t('moderation.lift.note')}
          help={t('moderation.lift.note-help')}
          confirm={t('moderation.lift.open', { measure })}
          draft={`lift:${id}`}
          onClose={() => setOpen(false)}
          onSubmit={(act, note) =>
            act(
              (api) => api.call('POST /api/staff/measures/:id/lift', { params: { id }, body: { note } }),
              t('moderation.lift.done'),
            )
          }
        />
      )}
    </div>
  );
}
