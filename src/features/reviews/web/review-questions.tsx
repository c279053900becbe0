import { useQuery } from '@tanstack/react-query';
import { firstName } from '#ui/display/first-name.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { reviewRequestsQuery } from './review-queries.ts';
import { useReviewDialog } from './use-review-dialog.tsx';

/** On Profile: the latest sales without a review of the current user. */
export function ReviewQuestions() {
  const { data } = useQuery(reviewRequestsQuery(useTransport()));
  const { review, dialog } = useReviewDialog();
  const open = data?.filter((request) => request.review === null) ?? [];
  return (
    <>
      {open.map((request) => {
        const id = `review-${request.reservationId}`;
        return (
          <section key={request.reservationId} className="ask" aria-labelledby={id}>
            <p id={id}>
              <b>How was it with {firstName(request.other.name)}?</b>
              {request.book !== null && <span className="small soft block">{request.book.title}</span>}
            </p>
            <div className="ends">
              <Button variant="soft-green" size="slim" onClick={() => review(request)}>
                Write a review
              </Button>
            </div>
          </section>
        );
      })}
      {dialog}
    </>
  );
}
