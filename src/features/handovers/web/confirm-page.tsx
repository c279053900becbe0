import { useState } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import { firstName } from '#ui/display/first-name.ts';
import type { Reservation } from '#features/offers/contract.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { AgreedBook, HandoverFrame, NothingReserved } from './handover-frame.tsx';
import { HandedOver } from './handed-over.tsx';

/** `/messages/{id}/handover`: where the seller confirms the handover with the code of the buyer. */
export default function ConfirmPage({ params }: { params: Record<string, string> }) {
  const id = params['id'] ?? '';
  const [confirmed, setConfirmed] = useState<Reservation | null>(null);
  return (
    <HandoverFrame title="Confirm handover" id={id}>
      {(conversation) =>
        confirmed === null ? (
          <Confirmation conversation={conversation} onConfirmed={setConfirmed} />
        ) : (
          <Sold conversation={conversation} price={confirmed.price} />
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
    </>
  );
}

const Sold = ({ conversation, price }: { conversation: Conversation; price: number }) => (
  <HandedOver
    book={conversation.book}
    title={`Sold to ${firstName(conversation.buyer.name)} for ${formatPrice(price)}`}
    text="The book is marked as sold. Tell others how it was, within 14 days."
  >
    <LinkButton href={`/conversation/${conversation.id}`}>Write a review</LinkButton>
    <LinkButton variant="text" href="/" className="second">
      Back to Home
    </LinkButton>
  </HandedOver>
);
