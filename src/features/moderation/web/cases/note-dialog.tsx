import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { openTextDraft } from '#platform/web/forms/open-draft.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { MAX_NOTE_LENGTH } from '../../rules.ts';
import { useCaseForm } from './use-case-form.ts';
import shared from '#ui/shared.module.css';
import dialogStyles from '#ui/overlays/dialog.module.css';

type Act = ReturnType<typeof useCaseForm>['act'];

type NoteDialogProps = {
  title: string;
  text: string;
  label: string;
  help: string;
  confirm: string;
  /** Names the draft, which survives closing. */
  draft: string;
  isRequired?: boolean;
  onClose: () => void;
  onSubmit: (act: Act, note: string) => Promise<void>;
};

/** Asks for a note, and does what its button says. */
export function NoteDialog(props: NoteDialogProps) {
  const { title, text, label, help, confirm, draft, isRequired, onClose, onSubmit } = props;
  const { act, onRefused } = useCaseForm(onClose);
  const schema = formSchema((values: { note: string }, refuse) => {
    if (isRequired && values.note.trim() === '') refuse('note', t('moderation.dialog.note-required'));
    return values;
  });
  const { submit, field, watch, busy, failure } = useForm(schema, {
    draft: openTextDraft(draft, 'note'),
    onSubmit: ({ note }) => onSubmit(act, note),
    onRefused,
  });
  return (
    <Dialog open onClose={onClose} locked={busy} title={title} text={text}>
      <form className={shared.stack} noValidate onSubmit={submit}>
        <TextAreaField
          {...field('note')}
          label={label}
          help={help}
          rows={3}
          max={MAX_NOTE_LENGTH}
          required={isRequired}
          value={watch('note')}
        />
        {failure !== null && <InlineAlert tone="danger">{failureText(failure)}</InlineAlert>}
        <div className={dialogStyles.actions}>
          <Button variant="quiet" onClick={onClose}>
            {t('moderation.action.cancel')}
          </Button>
          <Button type="submit" busy={busy}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
