import { useConversationAction } from '#features/conversations/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { MeetingEndpoints } from '../../contract.ts';
import { MAX_REPLY_LENGTH } from '../../outcome-rules.ts';
import shared from '#ui/shared.module.css';

const replySchema = formSchema((reply: { text: string }, refuse) => {
  if (reply.text.trim() === '') refuse('text', t('meetings.reply.required'));
  return reply;
});

type ReplyDialogProps = { id: string; name: string; onClose: () => void };

/** Asks who is said not to have come for their words. It stays open, with them, until they have arrived. */
export function ReplyDialog({ id, name, onClose }: ReplyDialogProps) {
  const { run, isBusy } = useConversationAction(apiClient<MeetingEndpoints>);
  const { submit, field } = useForm(replySchema, {
    defaultValues: { text: '' },
    onSubmit: (body) =>
      run((api) => api.call('POST /api/meetings/:id/outcome/reply', { params: { id }, body }), onClose),
  });
  return (
    <Dialog open closable locked={isBusy} title={t('meetings.reply.title')} onClose={onClose}>
      <form className={shared.stack} noValidate onSubmit={submit}>
        <p className={cx(shared.small, shared.soft)}>{t('meetings.reply.text', { name })}</p>
        <TextAreaField {...field('text')} label={t('meetings.reply.label')} rows={4} max={MAX_REPLY_LENGTH} />
        <Button type="submit" wide size="tall" busy={isBusy}>
          {t('meetings.reply.send')}
        </Button>
      </form>
    </Dialog>
  );
}
