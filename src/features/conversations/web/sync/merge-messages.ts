import type { Warning } from '#features/safety/rules.ts';
import type { Message } from '../../contract.ts';

/** The last message that the other participant has read. */
export type ReadPosition = { upToSeq: number; readAt: string };

/** The conversation of a message, or the book of the conversation that it opens. */
export type MessageTarget = { conversationId: string } | { bookId: string; sellerId: string };

/** What makes an outgoing message an offer, in cents. */
export type OutgoingOffer = { amount: number; askingPrice: number };

/** A message that the server has not confirmed. */
export type OutgoingMessage = {
  offer?: OutgoingOffer;
  clientMessageId: string;
  target: MessageTarget;
  content: string;
  /** When it was written, by the browser's clock (ISO 8601). */
  at: string;
  state: 'sending' | 'failed';
};

/**
 * `dropped`: an offer that the server refuses, for reasons that stay. After `unreachable` the message stays
 * in the outbox, and is sent with the next flush.
 */
export type OutgoingEvent = 'confirmed' | 'dropped' | 'refused' | 'unreachable' | 'retried';

const transitions: Record<
  OutgoingMessage['state'],
  Partial<Record<OutgoingEvent, OutgoingMessage['state'] | 'gone'>>
> = {
  sending: { confirmed: 'gone', dropped: 'gone', refused: 'failed', unreachable: 'sending' },
  // Another tab has sent it, or an earlier attempt was confirmed late.
  failed: { confirmed: 'gone', retried: 'sending' },
};

/** Applies an event to one of the messages. */
export function applyOutgoingEvent(
  outgoing: readonly OutgoingMessage[],
  clientMessageId: string,
  event: OutgoingEvent,
): readonly OutgoingMessage[] {
  return outgoing.flatMap((message) => {
    if (message.clientMessageId !== clientMessageId) return [message];
    const state = transitions[message.state][event] ?? message.state;
    return state === 'gone' ? [] : [{ ...message, state }];
  });
}

/** Adds a message unless it is included. */
export function addReceived(received: readonly Message[], message: Message): readonly Message[] {
  return received.some(({ id }) => id === message.id) ? received : [...received, message];
}

/**
 * Every message once, in the order of the conversation. A message that is read in one source is read: it
 * never becomes unread again; nor does an offer that has ended become pending.
 */
export function mergeMessages(...sources: readonly (readonly Message[])[]): Message[] {
  const bySeq = new Map<number, Message>();
  for (const source of sources) {
    for (const message of source) {
      const known = bySeq.get(message.seq);
      if (known === undefined) bySeq.set(message.seq, message);
      else
        bySeq.set(message.seq, {
          ...known,
          readAt: known.readAt ?? message.readAt,
          offer: later(known, message),
          meeting: laterMeeting(known, message),
        });
    }
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** The offer that has ended, if it has in one of the two. */
const later = (known: Message, other: Message): Message['offer'] =>
  known.offer?.state === 'pending' ? other.offer : known.offer;

const meetingOrder: Partial<Record<NonNullable<Message['meeting']>['state'], number>> = {
  proposed: 0,
  accepted: 1,
};

/** The meeting that has gone further in one of the two. */
function laterMeeting(known: Message, other: Message): Message['meeting'] {
  const orderOf = ({ meeting }: Message) => (meeting ? (meetingOrder[meeting.state] ?? 2) : 0);
  return orderOf(other) > orderOf(known) ? other.meeting : known.meeting;
}

/** Marks own messages up to the read position of the other participant. */
export function applyReadPosition(
  messages: readonly Message[],
  position: ReadPosition | undefined,
  myId: string,
): Message[] {
  return messages.map((message) =>
    position !== undefined &&
    message.senderId === myId &&
    message.readAt === null &&
    message.seq <= position.upToSeq
      ? { ...message, readAt: position.readAt }
      : message,
  );
}

/**
 * The `seq` up to which no message is missing; 0 without messages. `answered` is the last `seq` of `resumed`:
 * up to there a gap is a withheld message.
 */
export function contiguousSeq(messages: readonly Message[], answered = 0): number {
  let end = Math.max(messages[0]?.seq ?? 0, answered);
  for (const { seq } of messages) {
    if (seq > end + 1) break;
    end = Math.max(end, seq);
  }
  return end;
}

/** A message as the page shows it. */
export type MessageView = {
  key: string;
  /** Received messages only. */
  id?: string;
  offer?: Message['offer'];
  event?: Message['event'];
  meeting?: Message['meeting'];
  senderId: string;
  at: string;
  content: string;
  /** Advice for its receiver. */
  warning?: Warning;
  /** Own messages only. */
  delivery?: 'sending' | 'sent' | 'read' | 'failed';
  clientMessageId: string;
};

/**
 * The received messages that belong to the fetched pages. An older one belongs to a page that is not loaded,
 * unless the fetched ones include the first message (`hasFirst`): then it was sent after they had been
 * fetched.
 */
export function withoutOlderPages(
  received: readonly Message[],
  { fetched, hasFirst }: { fetched: readonly Message[]; hasFirst: boolean },
): readonly Message[] {
  const oldest = hasFirst ? 0 : (fetched[0]?.seq ?? 0);
  return received.filter(({ seq }) => seq >= oldest);
}

/** An offer that waits to be sent, as its card shows it. */
export const toUnsentOffer = ({ clientMessageId, offer, at }: OutgoingMessage): Message['offer'] =>
  offer === undefined
    ? null
    : {
        id: clientMessageId,
        conversationId: '',
        ...offer,
        state: 'pending',
        endReason: null,
        expiresAt: at,
      };

/** All messages of a conversation: fetched and received ones, then outgoing ones. */
export function toMessageViews(log: {
  fetched: readonly Message[];
  /** The fetched messages include the first one of the conversation. */
  hasFirst: boolean;
  received: readonly Message[];
  outgoing: readonly OutgoingMessage[];
  readPosition?: ReadPosition | undefined;
  myId: string;
}): MessageView[] {
  const { fetched, received, outgoing, readPosition, myId } = log;
  const messages = applyReadPosition(
    mergeMessages(fetched, withoutOlderPages(received, log)),
    readPosition,
    myId,
  );
  const confirmed = new Set(
    messages.map(({ senderId, clientMessageId }) => (senderId === myId ? clientMessageId : '')),
  );
  return [
    ...messages.map((message): MessageView => {
      const { senderId, clientMessageId, createdAt, content, readAt, offer, event, meeting, warning } =
        message;
      const line = {
        key: `${senderId} ${clientMessageId}`,
        senderId,
        at: createdAt,
        content,
        offer,
        event,
        meeting,
        clientMessageId,
      };
      return senderId === myId
        ? { ...line, delivery: readAt === null ? 'sent' : 'read' }
        : { ...line, id: message.id, ...(warning && { warning }) };
    }),
    ...outgoing
      .filter(({ clientMessageId }) => !confirmed.has(clientMessageId))
      .map((message): MessageView => ({
        key: `${myId} ${message.clientMessageId}`,
        senderId: myId,
        at: message.at,
        content: message.content,
        offer: toUnsentOffer(message),
        clientMessageId: message.clientMessageId,
        delivery: message.state,
      })),
  ];
}
