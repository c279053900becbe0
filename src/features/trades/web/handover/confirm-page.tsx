import { type ReactNode, useState } from 'react';
import { ConfirmEmailNote } from '#features/accounts/web/lazy.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { t } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { firstName } from '#ui/display/first-name.ts';
import type { Reservation } from '../../contract.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { AgreedBook, HandedOver, HandoverFrame, NothingReserved } from './handover-frame.tsx';

type ConfirmPageProps = {
  params: Record<string, string>;
  /** Offers to review the buyer; `otherwise` if there is nothing to review. */
  review: (conversation: Conversation, otherwise: ReactNode) => ReactNode;
};

/** `/messages/{id}/handover`: where the seller confirms the handover with the code of the buyer. */
export function ConfirmPage({ params, review }: ConfirmPageProps) {
  const id = params['id'] ?? '';
  const [confirmed, setConfirmed] = useState<Reservation | null>(null);
  return (
    <HandoverFrame title={t('trades.confirm.title')} id={id}>
      {(conversation) =>
        confirmed === null ? (
          <Confirmation conversation={conversation} onConfirmed={setConfirmed} />
        ) : (
          <Sold conversation={conversation} price={confirmed.price} review={review} />
        )
      }
    </HandoverFrame>
  );
}

type ConfirmationProps = { conversation: Conversation; onConfirmed: (reservation: Reservation) => void };

function Confirmation({ conversation, onConfirmed }: ConfirmationProps) {
  const { id, buyer, reservation } = conversation;
  // Only the buyer has a code, and no handover to confirm.
  if (reservation === null || reservation.code !== undefined) return <NothingReserved id={id} />;
  const name = firstName(buyer.name);
  return (
    <>
      <AgreedBook conversation={conversation} name={buyer.name} />
      <p>{t('trades.confirm.text', { name })}</p>
      <ConfirmForm reservation={reservation} name={name} onConfirmed={onConfirmed} />
      <ConfirmEmailNote>{t('trades.handover.email-unconfirmed')}</ConfirmEmailNote>
    </>
  );
}

type SoldProps = Pick<ConfirmPageProps, 'review'> & { conversation: Conversation; price: number };

const Sold = ({ conversation, price, review }: SoldProps) => (
  <HandedOver
    book={conversation.book}
    title={t('trades.handover.sold-to', {
      name: firstName(conversation.buyer.name),
      price: formatMoney(price),
    })}
    text={t('trades.handover.marked-as-sold')}
  >
    {review(
      conversation,
      <LinkButton href={`/conversation/${conversation.id}`}>{t('trades.handover.back')}</LinkButton>,
    )}
    <LinkButton variant="text" href="/">
      {t('trades.handover.home')}
    </LinkButton>
  </HandedOver>
);
