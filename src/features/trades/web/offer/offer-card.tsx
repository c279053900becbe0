import { useEffect, useEffectEvent, useState } from 'react';
import type { Message } from '#features/conversations/contract.ts';
import { useConversationAction } from '#features/conversations/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { word } from '#platform/shared/texts/word.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { ChatCard } from '#ui/chat/chat-card.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { TradeEndpoints } from '../../contract.ts';
import { describeOfferState } from '../../rules.ts';
import { OfferDialog } from './offer-dialog.tsx';
import shared from '#ui/shared.module.css';
import chatCardStyles from '#ui/chat/chat-card.module.css';

type MessageOffer = NonNullable<Message['offer']>;
type OfferCardProps = {
  offer: MessageOffer;
  mine: boolean;
  /** First name of the other participant. */
  name: string;
  /** The user sells the book. */
  isSeller: boolean;
  /** It waits in the outbox. */
  isUnsent: boolean;
};

/** An offer among the messages: its state, and what can be done. */
export function OfferCard({ offer, mine, name, isSeller, isUnsent }: OfferCardProps) {
  const now = useNow();
  const isPending = offer.state === 'pending' && (isUnsent || new Date(offer.expiresAt) > now);
  const label = mine ? t('trades.offer.yours') : t('trades.offer.others', { name });
  const isOver = !isPending && offer.state !== 'accepted';
  const [isCountering, setCountering] = useState(false);
  const tellOfEnd = useEffectEvent(() => {
    // Its dialog has closed. The user's own counter-offer is no surprise.
    if (isCountering && offer.state !== 'countered')
      toast({ title: label, description: word(describeOfferState(offer, now)) });
  });
  useEffect(() => {
    if (!isPending) tellOfEnd();
  }, [isPending]);
  return (
    <ChatCard
      mine={mine}
      over={isOver}
      className={cx(offer.state === 'withdrawn' && chatCardStyles.withdrawn)}

      aria-label={t('trades.offer.label', { offer: label, price: formatMoney(offer.amount) })}
    >
      <div className={chatCardStyles.details}>
        <small>
          <Icon name="tag" size="xs" />
          {label}
        </small>
        <span className={chatCardStyles.amount}>
          {formatMoney(offer.amount)}
          {!isOver && offer.amount < offer.askingPrice && (
            <s className={chatCardStyles.former}>
              {rich('ui.price.was', {
                hidden: (was) => <span className={shared.visuallyHidden}>{was}</span>,
                price: formatMoney(offer.askingPrice),
              })}
            </s>
          )}
        </span>
      </div>
      {isPending && !isUnsent && (
        <OfferActions {...{ offer, mine, name, isSeller, isCountering, setCountering }} />
      )}
      {!isUnsent && (
        <p className={cx(chatCardStyles.outcome, offer.state === 'accepted' && chatCardStyles.accepted)}>
          {offer.state === 'accepted' && <Icon name="check" size="xs" />}
          {(isPending || offer.state === 'expired') && <Icon name="clock" size="xs" />}
          <span>{word(describeOfferState(offer, now))}</span>
        </p>
      )}
    </ChatCard>
  );
}

type OfferActionsProps = Omit<OfferCardProps, 'isUnsent'> & {
  /** The dialog of a counter-offer is open. */
  isCountering: boolean;
  setCountering: (isCountering: boolean) => void;
};

function OfferActions({ offer, mine, name, isSeller, isCountering, setCountering }: OfferActionsProps) {
  const { run, isBusy } = useConversationAction(apiClient<TradeEndpoints>);
  const params = { id: offer.id };
  if (mine)
    return (
      <div className={chatCardStyles.actions}>
        <Button
          variant="quiet"
          busy={isBusy}
          onClick={() => void run((api) => api.call('POST /api/offers/:id/withdraw', { params }))}
        >
          {t('trades.offer.withdraw')}
        </Button>
      </div>
    );
  const counter = async (amount: number, clientMessageId: string) => {
    const body = { amount, clientMessageId };
    await run(
      (api) => api.call('POST /api/offers/:id/counter', { params, body }),
      () => setCountering(false),
    );
  };
  return (
    <div className={chatCardStyles.actions}>
      <Button
        wide
        busy={isBusy && !isCountering}
        onClick={() => void run((api) => api.call('POST /api/offers/:id/accept', { params }))}
      >
        {t('trades.offer.accept')}
      </Button>
      <Button
        variant="quiet"
        disabled={isBusy}
        onClick={() => void run((api) => api.call('POST /api/offers/:id/decline', { params }))}
      >
        {t('trades.offer.decline')}
      </Button>
      <Button variant="quiet" disabled={isBusy} onClick={() => setCountering(true)}>
        {t('trades.offer.counter')}
      </Button>
      {isCountering && (
        <OfferDialog
          isCounter
          name={name}
          isSeller={isSeller}
          askingPrice={offer.askingPrice}
          firstAmount={offer.amount}
          onSend={counter}
          onClose={() => setCountering(false)}
        />
      )}
    </div>
  );
}
