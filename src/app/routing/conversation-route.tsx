import type { ComponentProps } from 'react';
import ConversationPage from '#features/conversations/web/conversation-page.tsx';
import { DealStrip } from '#features/deals/web/deal-strip.tsx';
import { HandoverLink } from '#features/handovers/web/lazy.ts';
import { NotificationPrompt } from '#features/notifications/web/lazy.ts';
import { CancelReservationDialog, MakeOfferStrip, OfferCard, OfferStrip } from '#features/offers/web/lazy.ts';
import { ReviewStrip } from '#features/reviews/web/review-strip.tsx';
import { useReportDialog } from '#features/reports/web/use-report-dialog.tsx';
import type { PageProps } from './page-route.ts';

const offers: ComponentProps<typeof ConversationPage>['offers'] = {
  card: (offer, place) => <OfferCard offer={offer} {...place} />,
  strip: (place) => (
    <>
      <OfferStrip {...place} actions={<HandoverLink {...place} />} />
      <DealStrip {...place} />
      <ReviewStrip {...place} />
    </>
  ),
  newStrip: (place) => <MakeOfferStrip {...place} />,
  cancelDialog: (place) => <CancelReservationDialog {...place} />,
};

/** A conversation. After a first message it offers notifications about replies. */
export default function ConversationRoute(address: PageProps) {
  const { report, dialog } = useReportDialog();
  return (
    <>
      <ConversationPage
        {...address}
        afterWriting={(name) => <NotificationPrompt name={name} />}
        onReport={report}
        offers={offers}
      />
      {dialog}
    </>
  );
}
