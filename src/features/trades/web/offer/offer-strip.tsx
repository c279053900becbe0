import type { ReactNode } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import { type MakeOffer, useConversationAction } from '#features/conversations/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Time } from '#ui/display/time.tsx';
import { VisuallyHidden } from '#ui/layout/app-shell.tsx';
import type { TradeEndpoints } from '../../contract.ts';
import { MakeOfferStrip, type PriceBandSlot } from './make-offer-strip.tsx';
import shared from '#ui/shared.module.css';
import stripStyles from '#ui/chat/strip.module.css';

type OfferStripProps = {
  conversation: Conversation;
  myId: string;
  /** First name of the other participant. */
  name: string;
  /** Whose offer waits for a response. */
  pendingOf: 'me' | 'other' | null;
  makeOffer: MakeOffer;
  WithPriceBand: PriceBandSlot;
  /** The action for others while the book is reserved. */
  reservedAction?: ReactNode;
  /** At most two buttons for the next steps of a reservation. */
  actions?: ReactNode;
  /** When and where the two meet: 'Today, 2:00 PM, Library entrance'. */
  meeting?: string | null;
};

/** The strip below the pinned book: the reservation, or what can be done to get one. */
export function OfferStrip({
  conversation,
  myId,
  name,
  pendingOf,
  makeOffer,
  WithPriceBand,
  reservedAction,
  actions,
  meeting = null,
}: OfferStripProps) {
  const { book, reservation, sellerId, youBlocked } = conversation;
  const isSeller = sellerId === myId;
  // What is agreed about a hidden listing goes on.
  const isOpen = book.state === 'active' || (book.isHidden === true && reservation !== null);
  if (!isOpen || youBlocked) return null;
  if (reservation !== null) return <ReservedStrip {...{ reservation, isSeller, name, actions, meeting }} />;
  if (book.reservedUntil !== null)
    return (
      <div className={stripStyles.strip}>
        <p>{t('trades.reservation.for-someone-else')}</p>
        {!isSeller && reservedAction}
      </div>
    );
  if (isSeller) return <ReserveStrip id={conversation.id} name={name} />;
  if (pendingOf === 'other') return null;
  return (
    <MakeOfferStrip
      book={{ ...book, id: conversation.bookId }}
      sellerName={conversation.seller.name}
      isWaiting={pendingOf === 'me'}
      {...{ name, makeOffer, WithPriceBand }}
    />
  );
}

type ReservedStripProps = {
  reservation: NonNullable<Conversation['reservation']>;
  isSeller: boolean;
  name: string;
  actions: ReactNode;
  meeting: string | null;
};

function ReservedStrip({ reservation, isSeller, name, actions, meeting }: ReservedStripProps) {
  const now = useNow().getTime();
  const price = formatMoney(reservation.price);
  const reserved = isSeller
    ? t('trades.reservation.for-other', { name, price })
    : t('trades.reservation.for-you', { price });
  return (
    <section className={cx(stripStyles.strip, stripStyles.active)} aria-label={t('trades.reservation.label')}>
      <p className={stripStyles.pair}>
        <b>{meeting ?? reserved}</b>
        <span className={shared.tiny}>
          {/* The book above says it, too. */}
          {meeting !== null && <VisuallyHidden>{reserved}. </VisuallyHidden>}
          {rich('trades.reservation.until', {
            time: () => <Time at={reservation.until} now={now} form="until" />,
          })}
        </span>
      </p>
      {actions && <div className={shared.row}>{actions}</div>}
    </section>
  );
}

function ReserveStrip({ id, name }: { id: string; name: string }) {
  const { run, isBusy } = useConversationAction(apiClient<TradeEndpoints>);
  const reserve = () =>
    run((api) => api.call('POST /api/conversations/:id/reservations', { params: { id } }));
  return (
    <div className={stripStyles.strip}>
      <Button variant="quiet" size="slim" icon="bookmark" busy={isBusy} onClick={() => void reserve()}>
        {t('trades.action.reserve-for', { name })}
      </Button>
    </div>
  );
}

type HandoverLinkProps = {
  conversation: Conversation;
  myId: string;
  /** A card waits for a response of the user. */
  hasQuestion: boolean;
};

/** The next step of a reservation: the buyer shows a code, with which the seller confirms. */
export const HandoverLink = ({ conversation, myId, hasQuestion }: HandoverLinkProps) =>
  conversation.sellerId === myId ? (
    <LinkButton
      // One filled button a screen: a card with 'Accept' has it.
      {...(hasQuestion && { variant: 'quiet' })}
      size="slim"
      href={`/messages/${conversation.id}/handover`}
    >
      {t('trades.action.confirm-handover')}
    </LinkButton>
  ) : (
    <LinkButton variant="quiet" size="slim" icon="qr" href={`/messages/${conversation.id}/code`}>
      {t('trades.action.handover-code')}
    </LinkButton>
  );
