import { t } from '#platform/shared/texts/t.ts';
import { firstName } from '#ui/display/first-name.ts';
import { Button } from '#ui/actions/button.tsx';
import { useReviewDialog } from './use-review-dialog.tsx';
import { useReviewRequests } from './use-review-requests.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import questionStyles from '#ui/display/question.module.css';

/** The current user's latest sales without a review, on Profile. */
export function ReviewQuestions() {
  const { data } = useReviewRequests();
  const { review, dialog } = useReviewDialog();
  const open = data?.filter((request) => request.review === null) ?? [];
  return (
    <>
      {open.map((request) => {
        const id = `review-${request.reservationId}`;
        return (
          <section key={request.reservationId} className={questionStyles.question} aria-labelledby={id}>
            <p id={id}>
              <b>{t('reviews.request.question', { name: firstName(request.other.name) })}</b>
              {request.book !== null && (
                <span dir="auto" className={cx(shared.small, shared.soft, shared.block)}>
                  {request.book.title}
                </span>
              )}
            </p>
            <div className={questionStyles.actions}>
              <Button variant="soft-green" size="slim" onClick={() => review(request)}>
                {t('reviews.request.write')}
              </Button>
            </div>
          </section>
        );
      })}
      {dialog}
    </>
  );
}
