import { WhenBought } from '#features/trades/web/buyer/bought-here.tsx';
import { CodePage } from '#features/trades/web/handover/code-page.tsx';
import { ReviewButton } from '#features/reviews/web/review-button.tsx';
import { useReviewDialog } from '#features/reviews/web/use-review-dialog.tsx';
import type { PageProps } from '../page-route.ts';

/** The buyer's page at a handover. */
export default function HandoverCodeRoute({ params }: PageProps) {
  const { review, dialog } = useReviewDialog();
  return (
    <>
      <CodePage
        params={params}
        whenBought={(conversation, bought, otherwise) => (
          <WhenBought conversation={conversation} otherwise={otherwise}>
            {bought}
          </WhenBought>
        )}
        review={({ bookId, sellerId }, otherwise) => (
          <ReviewButton bookId={bookId} otherId={sellerId} onReview={review} otherwise={otherwise} />
        )}
      />
      {dialog}
    </>
  );
}
