import type { Warning } from '#features/safety/rules.ts';
import type { Message } from '../../contract.ts';
import type { OutgoingMessage, OutgoingView } from './outbox.ts';

/** Every message once, in the order of the conversation. */
export function mergeMessages(...sources: readonly (readonly Message[])[]): Message[] {
  const bySeq = new Map<number, Message>();
  for (const source of sources) {
    for (const message of source) {
      const known = bySeq.get(message.seq);
      bySeq.set(message.seq, known === undefined ? message : mergeStates(known, message));
    }
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** One message of two sources: it never becomes unread again, nor does an ended offer become pending. */
export const mergeStates = (known: Message, other: Message): Message => ({
  ...known,
  readAt: known.readAt ?? other.readAt,
  offer: laterOffer(known, other),
  meeting: laterMeeting(known, other),
  ...laterQuestion(known, other),
});

/** The copy to which more is said; nothing is left to say once it is withdrawn. */
function laterQuestion(known: Message, other: Message): Pick<Message, 'question'> {
  const amountOf = ({ question }: Message) =>
    question === undefined
      ? -1
      : question.isWithdrawn
        ? Infinity
        : question.answers.length + question.replies.length;
  const { question } = amountOf(other) > amountOf(known) ? other : known;
  return question === undefined ? {} : { question };
}

/** The copy of an offer that has ended, if one of the copies has. */
const laterOffer = (known: Message, other: Message): Message['offer'] =>
  known.offer?.state === 'pending' ? other.offer : known.offer;

const meetingOrder: Partial<Record<NonNullable<Message['meeting']>['state'], number>> = {
  proposed: 0,
  accepted: 1,
};

/** The copy of a meeting that has gone further. */
function laterMeeting(known: Message, other: Message): Message['meeting'] {
  const orderOf = ({ meeting }: Message) => (meeting ? (meetingOrder[meeting.state] ?? 2) : 0);
  return orderOf(other) > orderOf(known) ? other.meeting : known.meeting;
}

/** The `seq` up to which none is missing. Up to `answered`, the last `seq` of `resumed`, gaps are withheld. */
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
  question?: NonNullable<Message['question']>;
  /** What its sender says to 'They did not come'. */
  isReply?: boolean;
  senderId: string;
  at: string;
  content: string;
  /** Advice for its receiver. */
  warning?: Warning;
  /** Own messages only. */
  delivery?: 'sending' | 'sent' | 'read' | 'failed';
  clientMessageId: string;
};

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

/** All messages of a conversation: fetched ones, then outgoing ones that are not fetched yet. */
export function toMessageViews(
  fetched: readonly Message[],
  outgoing: readonly OutgoingView[],
  myId: string,
): MessageView[] {
  const lastSeq = fetched.at(-1)?.seq ?? 0;
  const confirmed = new Set(
    fetched.map(({ senderId, clientMessageId }) => (senderId === myId ? clientMessageId : '')),
  );
  const replies = new Set(
    fetched.flatMap(({ question }) => question?.replies.map(({ messageId }) => messageId) ?? []),
  );
  return [
    ...fetched.map((message): MessageView => {
      const { senderId, clientMessageId, createdAt, content, readAt, offer, event, meeting } = message;
      const { question, warning } = message;
      const line = {
        key: `${senderId} ${clientMessageId}`,
        senderId,
        at: createdAt,
        content,
        offer,
        event,
        meeting,
        ...(question && { question }),
        ...(replies.has(message.id) && { isReply: true }),
        clientMessageId,
      };
      return senderId === myId
        ? { ...line, delivery: readAt === null ? 'sent' : 'read' }
        : { ...line, id: message.id, ...(warning && { warning }) };
    }),
    ...outgoing
      .filter(({ clientMessageId }) => !confirmed.has(clientMessageId))
      // A sent one belongs to an older page, or is not fetched yet.
      .filter(({ delivery, seq }) => delivery !== 'sent' || (seq ?? 0) > lastSeq)
      .map((message): MessageView => ({
        key: `${myId} ${message.clientMessageId}`,
        senderId: myId,
        at: message.at,
        content: message.content,
        offer: toUnsentOffer(message),
        clientMessageId: message.clientMessageId,
        delivery: message.delivery,
      })),
  ];
}
