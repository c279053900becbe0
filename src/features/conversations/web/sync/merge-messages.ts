import type { Message } from '#features/conversations/contract.ts';

/** The other side has read everything up to here. */
export type ReadPosition = { upToSeq: number; readAt: string };

/** Where a message goes: into a conversation, or into the one that it opens. */
export type MessageTarget = { conversationId: string } | { bookId: string; sellerId: string };

/** A message that the server has not confirmed. Confirmed, it is a message like any other. */
export type OutgoingMessage = {
  clientMessageId: string;
  target: MessageTarget;
  content: string;
  /** When it was written, by this device (ISO 8601). */
  at: string;
  state: 'sending' | 'failed';
};

/** What can happen to a message on its way. `unreachable` leaves it waiting: it goes out when the way is free again. */
export type OutgoingEvent = 'confirmed' | 'refused' | 'unreachable' | 'retried';

const transitions: Record<
  OutgoingMessage['state'],
  Partial<Record<OutgoingEvent, OutgoingMessage['state'] | 'gone'>>
> = {
  sending: { confirmed: 'gone', refused: 'failed', unreachable: 'sending' },
  // Confirmed after all: another tab has sent it, or the answer to an earlier try was late.
  failed: { confirmed: 'gone', retried: 'sending' },
};

/** The outgoing messages after something has happened to one of them. */
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

/** Adds what was received, unless it is there. */
export function addReceived(received: readonly Message[], message: Message): readonly Message[] {
  return received.some(({ id }) => id === message.id) ? received : [...received, message];
}

/**
 * Every message once, in the order of the conversation, from whatever sources and in whatever order they came. A message that is
 * read in one source and not in another is read: nothing is ever unread again.
 */
export function mergeMessages(...sources: readonly (readonly Message[])[]): Message[] {
  const bySeq = new Map<number, Message>();
  for (const source of sources) {
    for (const message of source) {
      const known = bySeq.get(message.seq);
      if (known === undefined || (known.readAt === null && message.readAt !== null))
        bySeq.set(message.seq, message);
    }
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** My messages up to the mark are read. */
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
 * Up to where nothing is missing; 0 without any message. What comes after that is to be asked for. `answered`: up to there it has
 * been asked for, so that a place which is left out is no gap.
 */
export function contiguousSeq(messages: readonly Message[], answered = 0): number {
  let end = Math.max(messages[0]?.seq ?? 0, answered);
  for (const { seq } of messages) {
    if (seq > end + 1) break;
    end = Math.max(end, seq);
  }
  return end;
}

/** What the screen shows of a message. */
export type MessageView = {
  key: string;
  /** Of messages that I have received. */
  id?: string;
  senderId: string;
  at: string;
  content: string;
  /** Of my own messages only. */
  delivery?: 'sending' | 'sent' | 'read' | 'failed';
  clientMessageId: string;
};

/**
 * Of the received messages, those that stand with the fetched ones. One from before the oldest fetched message belongs to a page
 * that is not open, unless the fetched ones begin with the first message of the conversation (`hasFirst`): then it was sent after
 * they had been read.
 */
export function withoutOlderPages(
  received: readonly Message[],
  { fetched, hasFirst }: { fetched: readonly Message[]; hasFirst: boolean },
): readonly Message[] {
  const oldest = hasFirst ? 0 : (fetched[0]?.seq ?? 0);
  return received.filter(({ seq }) => seq >= oldest);
}

/** The lines of a conversation: what was fetched and what was received since, then what is on its way. */
export function toMessageViews(log: {
  fetched: readonly Message[];
  /** What was fetched begins with the first message of the conversation. */
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
      const { senderId, clientMessageId, createdAt, content, readAt } = message;
      const line = {
        key: `${senderId} ${clientMessageId}`,
        senderId,
        at: createdAt,
        content,
        clientMessageId,
      };
      return senderId === myId
        ? { ...line, delivery: readAt === null ? 'sent' : 'read' }
        : { ...line, id: message.id };
    }),
    ...outgoing
      .filter(({ clientMessageId }) => !confirmed.has(clientMessageId))
      .map(({ clientMessageId, content, at, state }): MessageView => ({
        key: `${myId} ${clientMessageId}`,
        senderId: myId,
        at,
        content,
        clientMessageId,
        delivery: state,
      })),
  ];
}
