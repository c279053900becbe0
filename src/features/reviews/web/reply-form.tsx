import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { usePersistedText } from '#platform/web/use-persisted-text.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { ReviewEndpoints, PublicReview } from '../contract.ts';
import { MAX_REVIEW_LENGTH } from '../rules.ts';
import { reviewsKey } from './review-queries.ts';

type ReplyFormProps = { review: PublicReview; userId: string };

/** The one reply of the reviewed user, behind a button. */
export function ReplyForm({ review, userId }: ReplyFormProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button variant="quiet" size="slim" onClick={() => setOpen(true)}>
        Reply
      </Button>
    );
  return <OpenReplyForm review={review} userId={userId} onCancel={() => setOpen(false)} />;
}

function OpenReplyForm({ review, userId, onCancel }: ReplyFormProps & { onCancel: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const api = apiClient<ReviewEndpoints>(useTransport());
  const queries = useQueryClient();
  const [text, setText] = usePersistedText(`text:review-reply:${review.id}`);
  const post = useMutation({
    mutationFn: () => api.call('POST /api/reviews/:id/reply', { params: { id: review.id }, body: { text } }),
    onSuccess: () => setText(''),
    onSettled: () => queries.invalidateQueries({ queryKey: [...reviewsKey, userId] }).then(keepFocus),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!post.isPending && text.trim() !== '') post.mutate();
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextAreaField
        label="Your reply"
        max={MAX_REVIEW_LENGTH}
        rows={3}
        value={text}
        ref={field}
        help="Everyone can read it. You can't change it later."
        onChange={(event) => setText(event.target.value)}
      />
      {post.isError && <InlineAlert tone="danger">{failureText(post.error)}</InlineAlert>}
      <div className="ends">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={post.isPending}>
          Post reply
        </Button>
      </div>
    </form>
  );
}
