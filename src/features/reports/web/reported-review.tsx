import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReviewEndpoints } from '#features/reviews/contract.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutation-failures.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Time } from '#ui/display/time.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import type { Report } from '../contract.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

type ReportedReviewProps = {
  review: NonNullable<Report['review']>;
  author: string;
  /** Its report is open. */
  isOpen: boolean;
  onRemoved: () => void;
};

/** The reported review, with the button that removes it. */
export function ReportedReview({ review, author, isOpen, onRemoved }: ReportedReviewProps) {
  const api = apiClient<ReviewEndpoints>(useTransport());
  const now = useNow().getTime();
  const [isAsking, setIsAsking] = useState(false);
  const removal = useMutation({
    mutationFn: () => api.call('DELETE /api/admin/reviews/:id', { params: { id: review.id } }),
    onSuccess: onRemoved,
    meta: failsAs(t('platform.failure.title')),
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <blockquote className={shared.quote}>
        <p className={cx(shared.tiny, shared.soft)}>
          {rich('reports.review.gave', {
            author,
            stars: review.stars,
            time: () => <Time at={review.createdAt} now={now} />,
          })}
        </p>
        {review.text !== '' && (
          <p dir="auto" className={shared.prose}>
            {review.text}
          </p>
        )}
      </blockquote>
      {isOpen && (
        <Button variant="danger-quiet" size="slim" onClick={() => setIsAsking(true)}>
          {t('reports.review.remove')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('reports.review.ask')}
        text={t('reports.review.ask-text', { author })}
        cancelLabel={t('reports.action.cancel')}
        confirmLabel={t('reports.review.confirm')}
        danger
        busy={removal.isPending}
        onConfirm={() => removal.mutate()}
      />
    </>
  );
}
