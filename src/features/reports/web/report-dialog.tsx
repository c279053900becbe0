import type { ComponentProps } from 'react';
import { useBlockActions } from '#features/blocks/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { openTextDraft } from '#platform/web/forms/open-draft.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { SwitchRow, TextAreaField } from '#ui/forms/fields.tsx';
import { WaitingNote } from '#ui/forms/waiting-note.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { ReportEndpoints } from '../contract.ts';
import {
  MAX_REPORT_TEXT_LENGTH,
  type ReportKind,
  type ReportReason,
  reportReasonLabel,
  reportReasonsOf,
} from '../rules.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';
import dialogStyles from '#ui/overlays/dialog.module.css';

/** The reported object, and the user responsible for it. */
export type Reportable = {
  kind: ReportKind;
  id: string;
  user: { id: string; name: string };
  /** The text of a message or a review. */
  quote?: string;
};

type ReportDialogProps = { reportable: Reportable; onClose: () => void };

const titles = {
  book: () => t('reports.dialog.listing'),
  message: () => t('reports.dialog.message'),
  user: (name: string) => t('reports.dialog.user', { name }),
  review: () => t('reports.dialog.review'),
} satisfies Record<ReportKind, (name: string) => string>;

type ReportValues = { reason?: ReportReason | null; text: string; alsoBlock?: boolean };

const schema = formSchema(({ reason, ...values }: ReportValues, refuse) => {
  if (!reason) refuse('reason', t('reports.dialog.no-reason'));
  return { ...values, reason: reason as ReportReason };
});

/** The form that reports an object to the administrators, and optionally blocks its user. */
export default function ReportDialog({ reportable, onClose }: ReportDialogProps) {
  const { kind, id, user, quote } = reportable;
  const api = apiClient<ReportEndpoints>(useTransport());
  const { block } = useBlockActions();
  const { submit, field, watch, busy, isWaiting, failure } = useForm(schema, {
    // Escape or a click outside may close the dialog by accident: the text is restored.
    draft: openTextDraft(`text:report:${id}`, 'text'),
    isPatient: true,
    onSubmit: async ({ reason, text, alsoBlock }) => {
      await api.call('POST /api/reports', { body: { kind, id, reason, text } });
      onClose();
      const thanks = t('reports.dialog.thanks');
      if (alsoBlock) block(user, thanks);
      else toast({ title: thanks });
    },
    onRefused: (error, isLeft) => {
      if (isLeft) showErrorToast(failureText(error), t('reports.dialog.not-sent'));
    },
  });
  return (
    <Dialog open onClose={onClose} locked={busy} title={titles[kind](user.name)}>
      {quote !== undefined && (
        <blockquote className={cx(shared.quote, shared.small, shared.soft, shared.twoLines)}>
          {quote}
        </blockquote>
      )}
      <form className={shared.stack} noValidate onSubmit={submit}>
        <ReasonField {...field('reason')} kind={kind} />
        <TextAreaField
          {...field('text')}
          label={t('reports.dialog.text')}
          max={MAX_REPORT_TEXT_LENGTH}
          rows={3}
          value={watch('text')}
        />
        {kind !== 'book' && (
          <SwitchRow {...field('alsoBlock')} label={t('reports.dialog.also-block', { name: user.name })} />
        )}
        {failure !== null && <InlineAlert tone="danger">{failureText(failure)}</InlineAlert>}
        {isWaiting && <WaitingNote />}
        <div className={dialogStyles.actions}>
          <Button variant="quiet" onClick={onClose}>
            {t('reports.action.cancel')}
          </Button>
          <Button type="submit" busy={busy}>
            {watch('alsoBlock') ? t('reports.dialog.submit-and-block') : t('reports.dialog.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type ReasonFieldProps = ComponentProps<'input'> & { error: string | undefined; kind: ReportKind };

function ReasonField({ error, kind, ...field }: ReasonFieldProps) {
  return (
    <fieldset className={optionGroupStyles.list} aria-describedby={error && 'report-missing'}>
      <legend className={shared.legend}>{t('reports.dialog.reason')}</legend>
      {error && (
        <p id="report-missing" className={fieldStyles.error} role="alert">
          <Icon name="alert" />
          {error}
        </p>
      )}
      {reportReasonsOf(kind).map((reason) => (
        <label key={reason}>
          <input {...field} type="radio" value={reason} />
          {t(reportReasonLabel(kind, reason))}
        </label>
      ))}
    </fieldset>
  );
}
