import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { requiredTexts } from '#platform/web/forms/form-schema.ts';
import { openTextDraft } from '#platform/web/forms/open-draft.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { ApiError } from '#platform/web/transport.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { WaitingNote } from '#ui/forms/waiting-note.tsx';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { MAX_APPEAL_LENGTH } from '../../rules.ts';
import shared from '#ui/shared.module.css';
import dialogStyles from '#ui/overlays/dialog.module.css';

const schema = requiredTexts({ text: 'moderation.appeal.required' });

type AppealDialogProps = {
  /** Of the decision: what is written survives closing. */
  id: string;
  send: (text: string) => Promise<unknown>;
  refetch: () => Promise<unknown>;
  onClose: () => void;
};

/** The appeal of a decision, in the person's words. */
export function AppealDialog({ id, send, refetch, onClose }: AppealDialogProps) {
  const leave = () => {
    onClose();
    // The button that opened the dialog may be gone then.
    void refetch().then(keepFocus);
  };
  const { submit, field, watch, busy, isWaiting, failure } = useForm(schema, {
    draft: openTextDraft(`appeal:${id}`, 'text'),
    isPatient: true,
    onSubmit: async ({ text }) => {
      await send(text);
      leave();
      toast({ title: t('moderation.appeal.sent') });
    },
    onRefused: (error, isLeft) => {
      const isOutdated = error instanceof ApiError && error.status === 409;
      if (isOutdated) leave();
      if (isOutdated || isLeft) showErrorToast(failureText(error), t('moderation.appeal.not-sent'));
    },
  });
  return (
    <Dialog open onClose={onClose} locked={busy} title={t('moderation.appeal.title')} closable>
      <p className={shared.small}>{t('moderation.appeal.text')}</p>
      <form className={shared.stack} noValidate onSubmit={submit}>
        <TextAreaField
          {...field('text')}
          label={t('moderation.appeal.why')}
          help={t('moderation.appeal.help')}
          rows={7}
          max={MAX_APPEAL_LENGTH}
          value={watch('text')}
        />
        {failure !== null && <InlineAlert tone="danger">{failureText(failure)}</InlineAlert>}
        {isWaiting && <WaitingNote />}
        <div className={dialogStyles.actions}>
          <Button variant="quiet" onClick={onClose}>
            {t('moderation.action.cancel')}
          </Button>
          <Button type="submit" busy={busy}>
            {t('moderation.appeal.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
