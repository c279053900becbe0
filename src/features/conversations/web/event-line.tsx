import type { ReactNode } from 'react';
import { Time } from '#ui/display/time.tsx';
import type { Message } from '../contract.ts';
import type { EventKind } from '../message-events.ts';
import chatCardStyles from '#ui/chat/chat-card.module.css';

type MessageEvent = NonNullable<Message['event']>;
type EventLineProps = {
  event: MessageEvent;
  /** What the event tells every reader. */
  content: string;
  myId: string;
  /** First name of the other participant. */
  name: string;
  /** The user sells the book. */
  isSeller: boolean;
  now: number;
};

/** The kinds whose text depends on the reader: on their side, or on their clock. */
const lines: Partial<Record<EventKind, (props: EventLineProps) => ReactNode>> = {
  reserved: ({ event: { until, declinedOffers: count }, name, isSeller, now }) => (
    <>
      {isSeller ? `You reserved the book for ${name}` : `${name} reserved the book for you`}
      {until !== null && (
        <>
          {' until '}
          <Time at={until} now={now} form="until" />
        </>
      )}
      {'.'}
      {count > 0 && ` ${count === 1 ? '1 other offer was' : `${count} other offers were`} declined.`}
    </>
  ),
  'reservation-canceled': ({ event: { actorId }, myId, name }) =>
    actorId === null
      ? 'The reservation was canceled.'
      : `${actorId === myId ? 'You' : name} canceled the reservation.`,
  'reviews-published': ({ event: { actorId }, myId, name }) => {
    if (actorId === myId) return 'Your review is public.';
    return actorId === null
      ? `You have a new review. Yours of ${name} is public, too.`
      : 'You have a new review.';
  },
  'codes-paused': ({ event: { until }, now }) => (
    <>
      Five wrong codes were typed. Confirming is paused
      {until !== null && (
        <>
          {' until '}
          <Time at={until} now={now} form="clock" />
        </>
      )}
      .
    </>
  ),
  'handed-over': ({ isSeller }) => `Handover confirmed. The book is ${isSeller ? 'sold' : 'yours'}.`,
  'sold-to-buyer': ({ name, isSeller }) =>
    isSeller ? `You marked the book as sold to ${name}.` : `${name} marked the book as sold to you.`,
  received: ({ name, isSeller }) =>
    isSeller ? `${name} confirmed that they got the book.` : 'You confirmed that you got the book.',
  'not-received': ({ isSeller }) =>
    isSeller ? 'The buyer says that they did not get it.' : 'You said that you did not get the book.',
  'available-again': ({ name, isSeller }) => `${isSeller ? 'You' : name} marked the book as available again.`,
};

/** A line that the product wrote into the conversation. */
export function EventLine(props: EventLineProps) {
  return <p className={chatCardStyles.event}>{lines[props.event.kind]?.(props) ?? props.content}</p>;
}
