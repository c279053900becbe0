import { type ReactNode, useState } from 'react';
import { ConfirmEmailNote } from '#features/accounts/web/lazy.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { firstName } from '#ui/display/first-name.ts';
import type { Reservation } from '../../contract.ts';
import { ConfirmForm } from './confirm-form.tsx';
import {
  AgreedBook,
  HandedOver,
  HandoverFrame,
  NothingReserved,
  UNCONFIRMED_SALE,
} from './handover-frame.tsx';

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
    <HandoverFrame title="Confirm handover" id={id}>
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
      <p>{name} shows you six digits and a QR code. Type or scan them, then the book is marked as sold.</p>
      <ConfirmForm reservation={reservation} name={name} onConfirmed={onConfirmed} />
      <ConfirmEmailNote>{UNCONFIRMED_SALE}</ConfirmEmailNote>
    </>
  );
}

type SoldProps = Pick<ConfirmPageProps, 'review'> & { conversation: Conversation; price: number };

const Sold = ({ conversation, price, review }: SoldProps) => (
  <HandedOver
    book={conversation.book}
    title={`Sold to ${firstName(conversation.buyer.name)} for ${formatMoney(price)}`}
    text="The book is marked as sold."
  >
    {review(
      conversation,
      <LinkButton href={`/conversation/${conversation.id}`}>Back to the conversation</LinkButton>,
    )}
    <LinkButton variant="text" href="/">
      Back to Home
    </LinkButton>
  </HandedOver>
);
