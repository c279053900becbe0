import type { Conversation } from '#features/conversations/contract.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { firstName } from '#ui/display/first-name.ts';
import type { ReviewRequest } from '../contract.ts';
import { useReviewDialog } from './use-review-dialog.tsx';
import { useReviewRequests } from './use-review-requests.ts';
import shared from '#ui/shared.module.css';
import stripStyles from '#ui/chat/strip.module.css';

const hiddenText = ({ isPrivate }: ReviewRequest, name: string): string =>
  isPrivate ? t('reviews.strip.only-you') : t('reviews.strip.hidden', { name });

/** Asks for a review of the sale with the other participant, below the pinned book of a conversation. */
export function ReviewStrip({ conversation, myId }: { conversation: Conversation; myId: string }) {
  const { bookId, book, buyerId, sellerId } = conversation;
  const isSold = book.state === 'sold';
  const { data } = useReviewRequests({ bookId, enabled: isSold });
  const { review, dialog } = useReviewDialog();
  const request = data?.find(({ other }) => other.id === (buyerId === myId ? sellerId : buyerId));
  if (request === undefined) return dialog;
  const name = firstName(request.other.name);
  return (
    <section className={stripStyles.strip} aria-label={t('reviews.strip.label')}>
      <p>{request.review === null ? t('reviews.request.question', { name }) : hiddenText(request, name)}</p>
      <div className={shared.row}>
        <Button variant="quiet" size="slim" icon="star" onClick={() => review(request)}>
          {request.review === null ? t('reviews.request.write') : t('reviews.request.change')}
        </Button>
      </div>
      {dialog}
    </section>
  );
}
