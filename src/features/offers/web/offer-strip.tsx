import { type ReactNode, useState } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
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
  /** At most two buttons for the next steps of a reservation. */
  actions?: ReactNode;
};

/** Below the pinned book: the reservation, or what can be done to get one. */
export function OfferStrip({ conversation, myId, name, hasPending, actions }: OfferStripProps) {
  const { book, reservation, sellerId, youBlocked } = conversation;
  const isSeller = sellerId === myId;
  if (book.state !== 'active' || youBlocked) return null;
  if (reservation !== null) return <ReservedStrip {...{ reservation, isSeller, name, actions }} />;
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
  actions: ReactNode;
};

function ReservedStrip({ reservation, isSeller, name, actions }: ReservedStripProps) {
  const now = useNow().getTime();
  return (
    <section className="deal on" aria-label="Reservation">
      <p className="row">
        <Icon name="bookmark" size="s" />
        <span className="grow">
          <b>
            Reserved for {isSeller ? name : 'you'}, {formatPrice(reservation.price)}
          </b>
          <span className="tiny block">
            Until <Time at={reservation.until} now={now} form="near" />
          </span>
        </span>
      </p>
      {actions && <div className="row">{actions}</div>}
    </section>
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
