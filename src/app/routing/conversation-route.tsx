import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import ConversationPage from '#features/conversations/web/conversation-page.tsx';
import { tradeQuery } from '#features/trades/web/trade-queries.ts';
import { TradeStrip } from '#features/trades/web/reservation/trade-strip.tsx';
import { SoldNote } from '#features/trades/web/buyer/bought-here.tsx';
import {
  CancelReservationDialog,
  HandoverLink,
  MakeOfferStrip,
  OfferCard,
  OfferStrip,
} from '#features/trades/web/lazy.ts';
import {
  MeetingCard,
  PlanButton,
  QuestionCard,
  ReplyCard,
  useMeetingHead,
} from '#features/meetings/web/lazy.ts';
import { NotificationPrompt } from '#features/notifications/web/lazy.ts';
import { WithPriceBand } from '#features/prices/web/lazy.ts';
import { profileQuery } from '#features/profiles/web/profile-queries.ts';
import { ReviewStrip } from '#features/reviews/web/review-strip.tsx';
import { useReviewRequests } from '#features/reviews/web/use-review-requests.ts';
import { useReportDialog } from '#features/reports/web/use-report-dialog.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Price } from '#ui/display/price.tsx';
import { ConversationPageSkeleton } from '#ui/states/conversation-page-skeleton.tsx';
import type { PageProps } from './page-route.ts';
import { WantReserved } from './wanted/want-reserved.tsx';

type OfferSlots = ComponentProps<typeof ConversationPage>['offers'];

const offers: OfferSlots = {
  whenKnown: (conversation, children) => (
    <WhenSaleIsKnown conversation={conversation}>{children}</WhenSaleIsKnown>
  ),
  price: (conversation) => <AgreedPrice conversation={conversation} />,
  card: (offer, place) => <OfferCard offer={offer} {...place} />,
  meetingCard: (meeting, place) => <MeetingCard meeting={meeting} {...place} />,
  questionCard: (question, place) => <QuestionCard question={question} {...place} />,
  replyCard: (content, place) => <ReplyCard {...place}>{content}</ReplyCard>,
  strip: (place) => (
    <>
      <ReservationStrip {...place} />
      <TradeStrip {...place} />
      <ReviewStrip {...place} />
    </>
  ),
  soldNote: (conversation, campus) => <SoldNote conversation={conversation}>{campus}</SoldNote>,
  newStrip: (place) => (
    <MakeOfferStrip {...place} sellerName={place.book.seller.name} WithPriceBand={WithPriceBand} />
  ),
  cancelDialog: (place) => <CancelReservationDialog {...place} />,
};

/** Renders a conversation about a sold book once the strip above it has its data. A failed request does not delay it. */
function WhenSaleIsKnown({ conversation, children }: { conversation: Conversation; children: ReactNode }) {
  const { bookId, book } = conversation;
  const enabled = book.state === 'sold';
  const trade = useQuery({ ...tradeQuery(useTransport(), bookId), enabled });
  const reviews = useReviewRequests({ bookId, enabled });
  // A conversation that is on the screen stays there when its book is sold.
  const [isShown, setShown] = useState(false);
  const isKnown = [trade, reviews].every(({ isLoading, failureCount }) => !isLoading || failureCount > 0);
  if (!isShown && !isKnown) return <ConversationPageSkeleton />;
  if (!isShown) setShown(true);
  return children;
}

/** That of the reservation, later that of the sale. */
function AgreedPrice({ conversation }: { conversation: Conversation }) {
  const { id, bookId, book, reservation } = conversation;
  const isSold = book.state === 'sold';
  const { data: trade } = useQuery({ ...tradeQuery(useTransport(), bookId), enabled: isSold });
  const sale = isSold && trade?.conversationId === id ? trade.sale : null;
  const agreed = reservation?.price ?? sale?.price ?? book.price;
  return <Price amount={agreed} formerAmount={agreed === book.price ? null : book.price} />;
}

/** The reservation with its meeting, and what comes next. */
function ReservationStrip(place: Parameters<OfferSlots['strip']>[0]) {
  const { conversation } = place;
  const meeting = useMeetingHead(conversation);
  const actions = (
    <>
      <HandoverLink {...place} />
      <PlanButton conversation={conversation} />
    </>
  );
  const reservedAction = <WantReserved book={{ ...conversation.book, id: conversation.bookId }} />;
  return <OfferStrip {...place} {...{ WithPriceBand, meeting, actions, reservedAction }} />;
}

/** A conversation. After a first message it offers notifications about replies. */
export default function ConversationRoute(address: PageProps) {
  const sellerId = address.search.get('sellerId');
  const profile = useQuery({ ...profileQuery(useTransport(), sellerId ?? ''), enabled: sellerId !== null });
  const { report, dialog } = useReportDialog();
  return (
    <>
      <ConversationPage
        {...address}
        afterWriting={(name) => <NotificationPrompt name={name} />}
        onReport={report}
        offers={offers}
        profile={profile}
      />
      {dialog}
    </>
  );
}
