import { useState } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Time } from '#ui/display/time.tsx';
import { takesOffers } from '../rules.ts';
import { OfferDialog } from './offer-dialog.tsx';
import { useOfferAction } from './use-offer-action.ts';

type OfferStripProps = {
  conversation: Conversation;
  myId: string;
  /** First name of the other participant. */
  name: string;
  /** An offer waits for a response. */
  hasPending: boolean;
};

/** Below the pinned book: the reservation, or what can be done to get one. */
export function OfferStrip({ conversation, myId, name, hasPending }: OfferStripProps) {
  const { book, reservation, sellerId, youBlocked } = conversation;
  const isSeller = sellerId === myId;
  if (book.state !== 'active' || youBlocked) return null;
  if (reservation !== null) return <ReservedStrip {...{ reservation, isSeller, name }} />;
  if (book.reservedUntil !== null)
    return (
      <div className="deal">
        <p>Reserved for someone else</p>
      </div>
    );
  if (isSeller) return <ReserveStrip id={conversation.id} name={name} />;
  if (hasPending || !takesOffers(book.price)) return null;
  return <MakeOfferStrip id={conversation.id} name={name} price={book.price} />;
}

type ReservedStripProps = {
  reservation: NonNullable<Conversation['reservation']>;
  isSeller: boolean;
  name: string;
};

function ReservedStrip({ reservation, isSeller, name }: ReservedStripProps) {
  const { run, isBusy } = useOfferAction();
  const now = useNow().getTime();
  const params = { id: reservation.id };
  return (
    <div className="deal on">
      <p>
        <b>{isSeller ? `Reserved for ${name}` : 'Reserved for you'}</b> at {formatPrice(reservation.price)}{' '}
        until <Time at={reservation.until} now={now} form="full" />
      </p>
      <Button
        variant="quiet"
        busy={isBusy}
        onClick={() => void run((api) => api.call('POST /api/reservations/:id/cancel', { params }))}
      >
        Cancel reservation
      </Button>
    </div>
  );
}

function ReserveStrip({ id, name }: { id: string; name: string }) {
  const { run, isBusy } = useOfferAction();
  const reserve = () =>
    run((api) => api.call('POST /api/conversations/:id/reservations', { params: { id } }));
  return (
    <div className="deal">
      <Button variant="quiet" busy={isBusy} onClick={() => void reserve()}>
        {`Reserve for ${name}`}
      </Button>
    </div>
  );
}

function MakeOfferStrip({ id, name, price }: { id: string; name: string; price: number }) {
  const { run, isBusy } = useOfferAction();
  const [isOpen, setOpen] = useState(false);
  const send = async (amount: number, clientMessageId: string) => {
    const body = { amount, clientMessageId };
    const request = { params: { id }, body };
    if (await run((api) => api.call('POST /api/conversations/:id/offers', request))) setOpen(false);
  };
  return (
    <div className="deal">
      <Button variant="quiet" icon="tag" onClick={() => setOpen(true)}>
        Make an offer
      </Button>
      {isOpen && (
        <OfferDialog
          title="Make an offer"
          name={name}
          askingPrice={price}
          busy={isBusy}
          onSend={(amount, clientMessageId) => void send(amount, clientMessageId)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
