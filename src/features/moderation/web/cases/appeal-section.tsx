import { useState } from 'react';
import { useCurrentUserId } from '#features/accounts/web/public.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Time } from '#ui/display/time.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import type { CaseDetail } from '../../case-schemas.ts';
import type { StaffMeasure } from '../../measure-schemas.ts';
import { type AppealOutcome, type MeasureName, nameOfMeasure } from '../../rules.ts';
import { reasonPhrases } from './case-texts.ts';
import { NoteDialog } from './note-dialog.tsx';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import listStyles from '#ui/layout/list.module.css';

/** The appeal that waits for its answer: what the person wrote, and the two answers. */
export function AppealSection({ found: { appeal, measures } }: { found: CaseDetail }) {
  const measure = measures.find((one) => one.appeal?.id === appeal?.id);
  if (appeal === null || measure?.appeal == null) return null;
  return <WaitingAppeal measure={measure} appeal={measure.appeal} canDecide={appeal.canDecide} />;
}

type WaitingAppealProps = {
  measure: StaffMeasure;
  appeal: NonNullable<StaffMeasure['appeal']>;
  canDecide: boolean;
};

function WaitingAppeal({ measure, appeal, canDecide }: WaitingAppealProps) {
  const now = useNow().getTime();
  const isOwn = useCurrentUserId() === measure.decidedBy?.id;
  const [outcome, setOutcome] = useState<AppealOutcome | null>(null);
  return (
    <Section title={t('moderation.answer.title')}>
      <div className={cx(listStyles.panel, shared.stack, shared.tight)}>
        <p className={shared.small}>
          {rich('moderation.answer.against', {
            measure: nameOfMeasure(measure),
            reason: t(reasonPhrases[measure.reason]),
            time: () => <Time at={appeal.createdAt} now={now} />,
          })}
        </p>
        <blockquote dir="auto" className={cx(shared.quote, shared.prose)}>
          {appeal.text}
        </blockquote>
        {isOwn && (
          <p id="own-measure" className={cx(shared.small, shared.soft)}>
            {canDecide ? t('moderation.answer.only-you') : t('moderation.answer.other-decides')}
          </p>
        )}
        <div className={fieldStyles.fieldRow}>
          {(['upheld', 'reversed'] as const).map((choice) => (
            <Button
              key={choice}
              variant="quiet"
              // Others read the reason in the response that refuses it.
              disabled={isOwn && !canDecide}
              aria-describedby={isOwn ? 'own-measure' : undefined}
              onClick={() => setOutcome(choice)}
            >
              {choice === 'upheld' ? t('moderation.answer.uphold') : t('moderation.answer.reverse')}
            </Button>
          ))}
        </div>
      </div>
      {outcome !== null && (
        <AnswerDialog
          id={appeal.id}
          measure={nameOfMeasure(measure)}
          outcome={outcome}
          onClose={() => setOutcome(null)}
        />
      )}
    </Section>
  );
}

type AnswerDialogProps = { id: string; measure: MeasureName; outcome: AppealOutcome; onClose: () => void };

function AnswerDialog({ id, measure, outcome, onClose }: AnswerDialogProps) {
  const isUpheld = outcome === 'upheld';
  return (
    <NoteDialog
      title={isUpheld ? t('moderation.answer.uphold-title') : t('moderation.answer.reverse-title')}
      text={isUpheld ? t('moderation.answer.uphold-text') : t('moderation.answer.reverse-text', { measure })}
      label={t('moderation.answer.note')}
      help={t('moderation.answer.note-help')}
      confirm={isUpheld ? t('moderation.answer.uphold') : t('moderation.answer.reverse')}
      draft={`answer:${id}`}
      isRequired
      onClose={onClose}
      onSubmit={(act, note) =>
        act(
          (api) =>
            api.call('POST /api/staff/appeals/:id/decide', { params: { id }, body: { outcome, note } }),
          t('moderation.answer.done'),
        )
      }
    />
  );
}
