import type { ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { firstName } from '#ui/display/first-name.ts';
import type { ReviewRequest } from '../contract.ts';
import { useReviewRequests } from './use-review-requests.ts';

type ReviewButtonProps = {
  bookId: string;
  /** Whom to review. */
  otherId: string;
  onReview: (request: ReviewRequest) => void;
  /** Once there is nothing to review, or it cannot be known. */
  otherwise: ReactNode;
};

function noteText(request: ReviewRequest | undefined): string {
  if (request?.isPrivate) return t('reviews.request.note-for-yourself');
  return request?.review
    ? t('reviews.dialog.hidden-until', { name: firstName(request.other.name) })
    : t('reviews.request.tell-others');
}

/** Asks after a handover for a review of the sale of a listing. */
export function ReviewButton({ bookId, otherId, onReview, otherwise }: ReviewButtonProps) {
  const { data, isPending, failureCount, fetchStatus } = useReviewRequests({ bookId });
  const request = data?.find(({ other }) => other.id === otherId);
  const isUnknown = isPending && failureCount === 0 && fetchStatus !== 'paused';
  if (request === undefined && !isUnknown) return otherwise;
  return (
    <>
      <p>{noteText(request)}</p>
      <Button busy={request === undefined} onClick={() => request && onReview(request)}>
        {request?.review ? t('reviews.request.change') : t('reviews.request.write')}
      </Button>
    </>
  );
}
