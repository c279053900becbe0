import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ReviewRequest } from '../contract.ts';

const ReviewDialog = lazy(() => import('./review-dialog.tsx'));

/** Opens the review dialog, whose code loads on first use; the caller renders `dialog`. */
export function useReviewDialog(): { review: (request: ReviewRequest) => void; dialog: ReactNode } {
  const [request, setRequest] = useState<ReviewRequest | null>(null);
  return {
    review: setRequest,
    dialog: request && (
      <Suspense fallback={null}>
        <ReviewDialog request={request} onClose={() => setRequest(null)} />
      </Suspense>
    ),
  };
}
