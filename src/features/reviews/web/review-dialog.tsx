import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ConfirmEmailNote, useUnconfirmedUser } from '#features/accounts/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { openDraft } from '#platform/web/forms/open-draft.ts';
import { type FormDraft, useForm } from '#platform/web/forms/use-form.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { splitEdition } from '#ui/cover/cover-rules.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { firstName } from '#ui/display/first-name.ts';
import { Time } from '#ui/display/time.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { WaitingNote } from '#ui/forms/waiting-note.tsx';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { ReviewEndpoints, ReviewRequest } from '../contract.ts';
import { MAX_REVIEW_LENGTH, MAX_STARS, type ReviewTag, reviewTags } from '../rules.ts';
import { reviewRequestsKey, reviewsKey } from './review-queries.ts';
import { reviewTagTexts } from './review-tag-texts.ts';
import { StarsField } from './stars.tsx';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';
import styles from './review-dialog.module.css';

type ReviewDialogProps = { request: ReviewRequest; onClose: () => void };

/** Asks how a sale was: stars, tags and some words. Who has not confirmed their email hears that first. */
export default function ReviewDialog({ request, onClose }: ReviewDialogProps) {
  const name = firstName(request.other.name);
  const isConfirmed = useUnconfirmedUser() === null;
  const form = useReviewForm(request, onClose);
  return (
    <Dialog
      open
      closable
      onClose={onClose}
      locked={form.busy}
      title={t('reviews.request.question', { name })}
    >
      <SoldBook request={request} />
      <ConfirmEmailNote>{t('reviews.dialog.confirm-email')}</ConfirmEmailNote>
      {!isConfirmed && request.isPrivate && (
        <p className={cx(shared.small, shared.soft)}>{t('reviews.dialog.private')}</p>
      )}
      {isConfirmed && <ReviewForm request={request} form={form} />}
    </Dialog>
  );
}

type ReviewFormProps = { request: ReviewRequest; form: ReturnType<typeof useReviewForm> };

function ReviewForm({ request, form }: ReviewFormProps) {
  const { submit, field, watch, setValue, busy, isWaiting, failure } = form;
  const [tags, stars] = watch(['tags', 'stars']);
  const problem = useRef<HTMLDivElement>(null);
  const isRefused = failure !== null;
  useEffect(() => {
    // It may stand below the visible part of the dialog.
    if (isRefused) problem.current?.focus();
  }, [isRefused]);
  return (
    <form className={shared.stack} noValidate onSubmit={submit}>
      <StarsField {...field('stars')} chosen={Number(stars)} />
      <TagButtons tags={tags} onChange={(chosen) => setValue('tags', chosen)} />
      <TextAreaField
        {...field('text')}
        label={
          <>
            {rich('reviews.dialog.text', {
              optional: (word) => <span className={cx(shared.soft, fieldStyles.optional)}>{word}</span>,
            })}
          </>
        }
        max={MAX_REVIEW_LENGTH}
        rows={3}
        value={watch('text')}
        help={
          request.isPrivate
            ? t('reviews.dialog.private')
            : t('reviews.dialog.hidden-until', { name: firstName(request.other.name) })
        }
      />
      {isRefused && (
        <div ref={problem} tabIndex={-1}>
          <InlineAlert tone="danger">{failureText(failure)}</InlineAlert>
        </div>
      )}
      {isWaiting && <WaitingNote />}
      <Button type="submit" wide size="tall" busy={busy}>
        {request.review === null && !request.isPrivate ? t('reviews.dialog.post') : t('reviews.dialog.save')}
      </Button>
    </form>
  );
}

type TagButtonsProps = { tags: readonly ReviewTag[]; onChange: (tags: readonly ReviewTag[]) => void };

const TagButtons = ({ tags, onChange }: TagButtonsProps) => (
  <div
    className={cx(optionGroupStyles.options, styles.tags)}
    role="group"
    aria-label={t('reviews.dialog.tags')}
  >
    {reviewTags.map((tag) => (
      <button
        key={tag}
        type="button"
        className={optionGroupStyles.option}
        aria-pressed={tags.includes(tag)}
        onClick={() => onChange(tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag])}
      >
        {t(reviewTagTexts[tag])}
      </button>
    ))}
  </div>
);

function SoldBook({ request: { book, side, soldAt, price } }: { request: ReviewRequest }) {
  const now = useNow().getTime();
  return (
    <div className={shared.row}>
      {book !== null && <Cover book={book} size="s" />}
      <span className={shared.grow}>
        {book !== null && (
          <b dir="auto" className={cx(shared.serif, shared.twoLines)}>
            {splitEdition(book.title).name}
          </b>
        )}
        <span className={cx(shared.small, shared.soft, shared.block)}>
          {rich('reviews.dialog.sale', {
            side,
            price: formatMoney(price),
            when: () => <Time at={soldAt} now={now} form="past-day" />,
          })}
        </span>
      </span>
    </div>
  );
}

const schema = formSchema(({ stars, tags, text }: ReviewValues, refuse) => {
  if (stars === null) refuse('stars', t('reviews.field.stars.required', { max: MAX_STARS }));
  return { stars: Number(stars), tags: [...tags], text };
});

/** What was sent twice is one review. */
function useReviewForm({ reservationId, other, review }: ReviewRequest, onPosted: () => void) {
  const api = apiClient<ReviewEndpoints>(useTransport());
  const queries = useQueryClient();
  const refetch = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: reviewRequestsKey }),
      queries.invalidateQueries({ queryKey: reviewsKey }),
    ]).then(keepFocus);
  const draft = openReviewDraft(reservationId);
  return useForm(schema, {
    defaultValues: { stars: null, tags: [], text: '', ...toReviewValues(review) },
    draft,
    isPatient: true,
    onSubmit: async (body) => {
      const params = { id: reservationId };
      const { state } = await api
        .call('POST /api/reservations/:id/review', { params, body })
        .catch(async (error: unknown) => {
          await refetch();
          throw error;
        });
      draft.clear();
      onPosted();
      toast(
        state === 'public'
          ? { title: t('reviews.toast.posted'), description: t('reviews.toast.posted-text') }
          : {
              title: t('reviews.toast.saved'),
              description:
                state === 'private'
                  ? t('reviews.toast.only-you')
                  : t('reviews.toast.hidden', { name: firstName(other.name) }),
            },
      );
      await refetch();
    },
  });
}

/** `stars` is the value of a radio button; null: none is chosen. */
type ReviewValues = { stars: string | null; tags: readonly ReviewTag[]; text: string };

/** What is chosen and written for a sale: it outlives the dialog and a reload. */
function openReviewDraft(reservationId: string): FormDraft<ReviewValues> {
  const stored = openDraft(`review:${reservationId}`);
  return {
    read: () => toReviewValues(stored.read()),
    save: ({ stars, tags, text }) =>
      void stored.save({ stars: stars === null ? null : Number(stars), tags, text }),
    clear: stored.clear,
  };
}

/** Empty for nothing, or a draft of another version. */
function toReviewValues(value: unknown): Partial<ReviewValues> {
  if (typeof value !== 'object' || value === null) return {};
  const { stars, tags, text } = value as Record<string, unknown>;
  if (typeof text !== 'string' || !Array.isArray(tags)) return {};
  const isValid = typeof stars === 'number' && Number.isInteger(stars) && stars >= 1 && stars <= MAX_STARS;
  return {
    stars: isValid ? String(stars) : null,
    tags: reviewTags.filter((tag) => tags.includes(tag)),
    text,
  };
}
