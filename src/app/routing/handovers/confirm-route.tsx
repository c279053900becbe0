import { ConfirmPage } from '#features/trades/web/handover/confirm-page.tsx';
import { ReviewButton } from '#features/reviews/web/review-button.tsx';
import { useReviewDialog } from '#features/reviews/web/use-review-dialog.tsx';
import type { PageProps } from '../page-route.ts';

/** The seller's page at a handover. */
export default function ConfirmHandoverRoute({ params }: PageProps) {
  const { review, dialog } = useReviewDialog();
  return (
    <>
      <ConfirmPage
        params={params}
        review={({ bookId, buyerId }, otherwise) => (
          <ReviewButton bookId={bookId} otherId={buyerId} onReview={review} otherwise={otherwise} />
        )}
      />
      {dialog}
    </>
  );
}
