import type { ReactNode } from 'react';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Time } from '#ui/display/time.tsx';
import type { Message } from '../contract.ts';
import { lineText } from '../line-text.ts';
import type { EventKind } from '../message-events.ts';
import chatCardStyles from '#ui/chat/chat-card.module.css';

type MessageEvent = NonNullable<Message['event']>;
type EventLineProps = {
  event: MessageEvent;
  /** For an event of a later version. */
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
      {describeReserved({ name, isSeller, until: until && <Time at={until} now={now} form="until" /> })}
      {count > 0 && ` ${t('conversations.event.declined-offers', { count })}`}
    </>
  ),
  'reservation-canceled': ({ event: { actorId }, myId, name }) => {
    if (actorId === null) return t('conversations.event.canceled');
    return actorId === myId
      ? t('conversations.event.canceled-by-you')
      : t('conversations.event.canceled-by-other', { name });
  },
  'reviews-published': ({ event: { actorId }, myId, name }) => {
    if (actorId === myId) return t('conversations.event.review-public');
    return actorId === null
      ? t('conversations.event.reviews-public', { name })
      : t('conversations.event.new-review');
  },
  'codes-paused': ({ event: { until }, now }) =>
    until === null
      ? t('conversations.event.codes-paused')
      : rich('conversations.event.codes-paused-until', {
          time: () => <Time at={until} now={now} form="clock" />,
        }),
  'handed-over': ({ isSeller }) =>
    isSeller ? t('conversations.event.sold-for-seller') : t('conversations.event.yours'),
  'sold-to-buyer': ({ name, isSeller }) =>
    isSeller
      ? t('conversations.event.sold-by-you', { name })
      : t('conversations.event.sold-to-you', { name }),
  received: ({ name, isSeller }) =>
    isSeller
      ? t('conversations.event.received-by-other', { name })
      : t('conversations.event.received-by-you'),
  'not-received': ({ isSeller }) =>
    isSeller ? t('conversations.event.not-received-by-buyer') : t('conversations.event.not-received-by-you'),
  'available-again': ({ name, isSeller }) =>
    isSeller
      ? t('conversations.event.available-by-you')
      : t('conversations.event.available-by-other', { name }),
  'said-missed': () => t('conversations.event.said-missed'),
};

type Reserved = Pick<EventLineProps, 'name' | 'isSeller'> & { until: ReactNode };

function describeReserved({ name, isSeller, until }: Reserved): ReactNode {
  if (until === null)
    return isSeller
      ? t('conversations.event.reserved-by-you', { name })
      : t('conversations.event.reserved-for-you', { name });
  return isSeller
    ? rich('conversations.event.reserved-by-you-until', { name, time: () => until })
    : rich('conversations.event.reserved-for-you-until', { name, time: () => until });
}

const textOf = (props: EventLineProps): ReactNode =>
  lines[props.event.kind]?.(props) ??
  lineText({ event: props.event, offer: null, meeting: null }, currentLocale()) ??
  props.content;

/** A line that the product wrote into the conversation. */
export function EventLine(props: EventLineProps) {
  return <p className={chatCardStyles.event}>{textOf(props)}</p>;
}
