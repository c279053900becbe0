import { type ComponentProps, type ReactNode, useId } from 'react';
import { DAY_MS } from '#platform/shared/durations.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { openDraft, tabDrafts } from '#platform/web/forms/open-draft.ts';
import { type FormDraft, useForm } from '#platform/web/forms/use-form.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { cx } from '#ui/class-names.ts';
import { firstName } from '#ui/display/first-name.ts';
import { Time } from '#ui/display/time.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { CaseDetail } from '../../case-schemas.ts';
import { reasonNames } from '../../decision-texts.ts';
import {
  MAX_NOTE_LENGTH,
  type MeasureKind,
  type MeasureName,
  type MeasureReason,
  measureReasons,
  needsWords,
  type PauseDays,
  pauseDays,
} from '../../rules.ts';
import { useCaseForm } from './use-case-form.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';
import appShellStyles from '#ui/layout/app-shell.module.css';
import actionSheetStyles from '#ui/overlays/action-sheet.module.css';

/** The note for staff, which the page and its dialogs share. */
export type InternalNote = { note: string; setNote: (note: string) => void };

/** A measure, or the removal of the review that the case is about. */
export type DialogMeasure = MeasureKind | 'remove-review';

type MeasureDialogProps = {
  kind: DialogMeasure;
  found: CaseDetail;
  internal: InternalNote;
  onClose: () => void;
};

/** A group of radio buttons is null until one is chosen. */
type Values = { days: string | null; reason: string | null; note: string };

/** Asks for what a measure needs, and takes it. Nothing is chosen that the member did not choose. */
export function MeasureDialog({ kind, found, internal, onClose }: MeasureDialogProps) {
  const id = useId();
  const measure = kind === 'remove-review' ? 'review' : kind;
  /** False for a review whose author has left: there is no statement. */
  const isAddressed = found.person !== null;
  const { act, onRefused } = useCaseForm(onClose);
  const { submit, field, watch, busy, failure } = useForm(
    toSchema(kind, isAddressed ? null : internal.note),
    {
      defaultValues: { days: null, reason: null, note: '' },
      draft: openMeasureDraft(found.id, kind),
      onSubmit: async (input) => {
        const words = { ...input, internalNote: internal.note };
        await act(
          (api) =>
            kind === 'remove-review'
              ? api.call('DELETE /api/admin/reviews/:id', { params: { id: found.target.id }, query: words })
              : api.call('POST /api/staff/cases/:id/measures', {
                  params: { id: found.id },
                  body: { kind, ...words },
                }),
          t('moderation.dialog.done', { measure }),
        );
        internal.setNote('');
      },
      onRefused,
    },
  );
  const chosen = watch();
  const name = found.person?.name ?? '';
  const isLost = kind === 'remove' || kind === 'delete';
  return (
    <Modal open low labelledBy={`${id}title`} onClose={onClose} locked={busy}>
      <div className={cx(actionSheetStyles.sheet, actionSheetStyles.tall)}>
        <div className={actionSheetStyles.top}>
          <h2 id={`${id}title`}>{t('moderation.dialog.title', { measure, name })}</h2>
          <IconButton icon="close" label={t('ui.action.close')} onClick={onClose} />
        </div>
        <form id={id} className={actionSheetStyles.form} noValidate onSubmit={submit}>
          {isLost && (
            <InlineAlert tone="warning">{t('moderation.dialog.lost', { measure: kind })}</InlineAlert>
          )}
          {kind === 'pause' && (
            <Choice
              {...field('days')}
              joined
              legend={t('moderation.dialog.days')}
              options={pauseDays.map((days) => ({
                value: String(days),
                label: t('moderation.dialog.day-count', { days }),
              }))}
              help={<PauseHelp days={chosen.days} found={found} />}
            />
          )}
          <Choice
            {...field('reason')}
            legend={t('moderation.dialog.reason')}
            options={measureReasons.map((reason) => ({ value: reason, label: t(reasonNames[reason]) }))}
          />
          <Notes name={isAddressed ? name : null} noteField={field('note')} {...{ chosen, internal }} />
          {isAddressed && (
            <InlineAlert icon="scales" small>
              {t('moderation.dialog.statement', { name: firstName(name) })}
            </InlineAlert>
          )}
        </form>
        <div className={appShellStyles.actionBar}>
          {failure !== null && <InlineAlert tone="danger">{failureText(failure)}</InlineAlert>}
          <Button variant="quiet" onClick={onClose}>
            {t('moderation.action.cancel')}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={isLost || kind === 'remove-review' ? 'danger' : 'primary'}
            busy={busy}
            className={shared.grow}
          >
            {toConfirmText(measure, chosen.days)}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** The button names the measure: 'Pause for 7 days'. */
const toConfirmText = (measure: MeasureName, days: string | null): string =>
  measure === 'pause' && days !== null
    ? t('moderation.dialog.pause-for', { days: Number(days) })
    : t('moderation.dialog.confirm', { measure });

/** `wordsForStaff`: what the reason 'other' needs of a review whose author has left; null: the note to the person. */
const toSchema = (kind: DialogMeasure, wordsForStaff: string | null) =>
  formSchema((values: Values, refuse) => {
    if (kind === 'pause' && !values.days) refuse('days', t('moderation.dialog.days-required'));
    if (!values.reason) refuse('reason', t('moderation.dialog.reason-required'));
    if (needsWords(values.reason) && (wordsForStaff ?? values.note).trim() === '')
      refuse('note', t('moderation.dialog.other-needs-words'));
    return {
      reason: values.reason as MeasureReason,
      note: values.note,
      ...(kind === 'pause' && { days: Number(values.days) as PauseDays }),
    };
  });

/** What was chosen and written survives closing, by accident too. */
function openMeasureDraft(caseId: string, kind: DialogMeasure): FormDraft<Values> {
  const { read, save, clear } = openDraft(`measure:${caseId}:${kind}`, tabDrafts);
  return { read: () => read() ?? {}, save: (values) => void save(values), clear };
}

type NotesProps = {
  /** Of the person, who reads the note. Null: the author of the review has left, so there is no note. */
  name: string | null;
  chosen: Values;
  noteField: ReturnType<ReturnType<typeof useForm<Values, Values>>['field']>;
  internal: InternalNote;
};

function Notes({ name, chosen, noteField, internal }: NotesProps) {
  const first = firstName(name ?? '');
  const isRequired = needsWords(chosen.reason);
  const isForStaff = isRequired && name === null;
  return (
    <>
      {name !== null && (
        <TextAreaField
          {...noteField}
          label={
            isRequired
              ? t('moderation.dialog.note', { name: first })
              : t('moderation.dialog.note-optional', { name: first })
          }
          required={isRequired}
          help={t('moderation.dialog.note-help', { name: first })}
          rows={3}
          max={MAX_NOTE_LENGTH}
          value={chosen.note}
        />
      )}
      <TextAreaField
        label={isForStaff ? t('moderation.case.internal-note') : t('moderation.dialog.internal-note')}
        required={isForStaff}
        // It stands in for the note, whose error focuses it.
        ref={(node) => {
          if (name === null) noteField.ref(node && { focus: () => node.focus() });
        }}
        error={isForStaff && internal.note.trim() === '' ? noteField.error : undefined}
        help={t('moderation.case.internal-note-help')}
        rows={2}
        max={MAX_NOTE_LENGTH}
        value={internal.note}
        onChange={(event) => internal.setNote(event.target.value)}
      />
    </>
  );
}

function PauseHelp({ days, found }: { days: string | null; found: CaseDetail }) {
  const now = useNow().getTime();
  const reserved = t('moderation.dialog.pause-reserved', {
    name: firstName(found.person?.name ?? ''),
    count: found.reservedTrades,
  });
  if (days === null) return reserved;
  const until = new Date(now + Number(days) * DAY_MS);
  return (
    <>
      {rich('moderation.dialog.pause-until', { time: () => <Time at={until} now={now} form="until" /> })}{' '}
      {reserved}
    </>
  );
}

type ChoiceProps = ComponentProps<'input'> & {
  legend: string;
  options: readonly { value: string; label: string }[];
  help?: ReactNode;
  error: string | undefined;
  joined?: boolean;
};

function Choice({ legend, options, help, error, joined, ...input }: ChoiceProps) {
  const id = useId();
  return (
    <fieldset
      className={optionGroupStyles.group}
      aria-describedby={cx(error && `${id}error`, Boolean(help) && `${id}help`)}
    >
      <legend className={shared.legend}>{legend}</legend>
      {error && (
        <p id={`${id}error`} className={fieldStyles.error} role="alert">
          <Icon name="alert" />
          {error}
        </p>
      )}
      <div className={joined ? optionGroupStyles.segments : optionGroupStyles.options}>
        {options.map(({ value, label }) => (
          <label key={value} className={optionGroupStyles.option}>
            <input {...input} type="radio" value={value} />
            {label}
          </label>
        ))}
      </div>
      {help && (
        <p id={`${id}help`} className={fieldStyles.help}>
          {help}
        </p>
      )}
    </fieldset>
  );
}
