import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { openTextDraft } from '#platform/web/forms/open-draft.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { WaitingNote } from '#ui/forms/waiting-note.tsx';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { ReviewEndpoints, PublicReview } from '../contract.ts';
import { MAX_REVIEW_LENGTH } from '../rules.ts';
import { reviewsKey } from './review-queries.ts';
import shared from '#ui/shared.module.css';
import dialogStyles from '#ui/overlays/dialog.module.css';

type ReplyFormProps = { review: PublicReview; userId: string };

/** The one reply of the reviewed user, behind a button. */
export function ReplyForm({ review, userId }: ReplyFormProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button variant="quiet" size="slim" onClick={() => setOpen(true)}>
        {t('reviews.reply.open')}
      </Button>
    );
  return <OpenReplyForm review={review} userId={userId} onCancel={() => setOpen(false)} />;
}

/** An empty reply is not sent, without an error. */
const schema = formSchema((values: { text: string }) => values);

function OpenReplyForm({ review, userId, onCancel }: ReplyFormProps & { onCancel: () => void }) {
  const api = apiClient<ReviewEndpoints>(useTransport());
  const queries = useQueryClient();
  const { submit, field, setFocus, watch, busy, isWaiting, failure } = useForm(schema, {
    draft: openTextDraft(`text:review-reply:${review.id}`, 'text'),
    isPatient: true,
    onSubmit: async (body) => {
      if (body.text.trim() === '') return;
      try {
        await api.call('POST /api/reviews/:id/reply', { params: { id: review.id }, body });
      } finally {
        await queries.invalidateQueries({ queryKey: [...reviewsKey, userId] }).then(keepFocus);
      }
    },
  });
  useEffect(() => setFocus('text'), [setFocus]);
  return (
    <form className={shared.stack} noValidate onSubmit={submit}>
      <TextAreaField
        {...field('text')}
        label={t('reviews.reply.label')}
        max={MAX_REVIEW_LENGTH}
        rows={3}
        value={watch('text')}
        help={t('reviews.reply.help')}
      />
      {failure !== null && <InlineAlert tone="danger">{failureText(failure)}</InlineAlert>}
      {isWaiting && <WaitingNote />}
      <div className={dialogStyles.actions}>
        <Button variant="quiet" onClick={onCancel}>
          {t('reviews.reply.cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {t('reviews.reply.post')}
        </Button>
      </div>
    </form>
  );
}
