import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { isMissing } from '#platform/shared/is-missing.ts';
import { TypingIndicator } from '#ui/chat/message-bubble.tsx';
import { ChatLog } from '#ui/chat/chat-log.tsx';
import type { Conversation } from '../contract.ts';
import { ConversationPageSkeleton } from '#ui/states/conversation-page-skeleton.tsx';
import type { OnReport } from './chat-menu.tsx';
import { conversationQuery, flattenMessages, messagesQuery, typingQuery } from './conversation-queries.ts';
import { ConversationScreen } from './conversation-screen.tsx';
import { InvalidConversation, MessagesError, MessagesOffline } from './conversation-states.tsx';
import { type MessageView, toMessageViews } from './sync/merge-messages.ts';
import { belongsTo, useOutbox, useOutgoing } from './sync/outbox.ts';
import { MessageList } from './message-list.tsx';
import { firstName } from '#ui/display/first-name.ts';
import type { OfferSlots } from './offer-slots.ts';
import { useMarkRead } from './use-mark-read.ts';

type ExistingConversationProps = {
  id: string;
  myId: string;
  /** Shown below the messages while the user waits for an answer to one that they have sent. */
  afterWriting: (name: string) => ReactNode;
  onReport: OnReport;
  offers: OfferSlots;
};

/** An existing conversation. */
export function ExistingConversation(props: ExistingConversationProps) {
  const { id } = props;
  const transport = useTransport();
  const conversation = useQuery(conversationQuery(transport, id));
  const messages = useInfiniteQuery(messagesQuery(transport, id));
  const askAgain = useOfflineRetry(conversation, messages);

  const { error } =
    conversation.data === undefined ? conversation : messages.data === undefined ? messages : { error: null };
  if (isMissing(error)) return <InvalidConversation />;
  if (error !== null) {
    const retry = () => {
      if (conversation.isError) void conversation.refetch();
      if (messages.isError) void messages.refetch();
    };
    return <MessagesError retrying={conversation.isFetching || messages.isFetching} onRetry={retry} />;
  }
  if (askAgain !== null) return <MessagesOffline onRetry={askAgain} />;
  if (conversation.data === undefined || messages.data === undefined) return <ConversationPageSkeleton />;
  const more = messages.hasNextPage && !messages.isFetchingNextPage && !messages.isFetchNextPageError;
  return props.offers.whenKnown(
    conversation.data,
    <MessageLog
      {...props}
      conversation={conversation.data}
      pages={messages.data}
      {...(more && { onOlder: () => void messages.fetchNextPage() })}
    />,
  );
}

type MessageLogProps = ExistingConversationProps & {
  conversation: Conversation;
  pages: Parameters<typeof flattenMessages>[0];
  onOlder?: () => void;
};

function MessageLog({ conversation, pages, onOlder, ...props }: MessageLogProps) {
  const { id, myId, afterWriting, onReport, offers } = props;
  const outbox = useOutbox(myId);
  const now = useNow();
  const { bookId, buyerId, sellerId } = conversation;
  const allOutgoing = useOutgoing();
  const { data: typing = [] } = useQuery(typingQuery(id));
  const messages = useMemo(() => flattenMessages(pages), [pages]);
  const outgoing = useMemo(
    () => allOutgoing.filter(({ target }) => belongsTo(target, { id, bookId, buyerId })),
    [allOutgoing, id, bookId, buyerId],
  );
  const lines = useMemo(() => toMessageViews(messages, outgoing, myId), [messages, outgoing, myId]);
  const { foot } = useMarkRead(conversation, messages, myId);
  const target = { conversationId: id, bookId, buyerId, sellerId };
  // Written here, and not answered yet.
  const isWaiting =
    outgoing.some(({ delivery }) => delivery === 'sent') && messages.at(-1)?.senderId === myId;
  const other = conversation.buyerId === myId ? conversation.seller : conversation.buyer;
  const place = { conversation, myId, name: firstName(other.name) };

  const campus = conversation.seller.studentUniversity ?? conversation.seller.university;
  return (
    <ConversationScreen
      other={other}
      book={{
        ...conversation.book,
        id: conversation.bookId,
        university: campus,
      }}
      soldNote={offers.soldNote(conversation, campus)}
      reservedNote={describeReserved(conversation, place)}
      conversationId={id}
      isEmpty={lines.length === 0}
      youBlocked={conversation.youBlocked}
      isReserved={conversation.reservation !== null}
      onReport={onReport}
      cancelDialog={
        conversation.reservation === null
          ? undefined
          : (onClose) => offers.cancelDialog({ ...place, onClose })
      }
      price={offers.price(conversation)}
      strip={offers.strip({
        ...place,
        hasQuestion: hasQuestion(lines, conversation, myId),
        pendingOf: findPending(lines, myId, now),
        makeOffer: (content, offer) => outbox.add(target, content, offer),
      })}
      onSend={(content) => outbox.add(target, content)}
    >
      <ChatLog {...(onOlder && { onOlder })}>
        <MessageList
          lines={lines}
          myId={myId}
          otherName={other.name}
          isSeller={conversation.sellerId === myId}
          offerCard={offers.card}
          meetingCard={(meeting, mine) => offers.meetingCard(meeting, { ...place, mine })}
          questionCard={(question) => offers.questionCard(question, place)}
          replyCard={(content, reply) => offers.replyCard(content, { ...place, ...reply })}
          onRetry={(clientMessageId) => outbox.retry(clientMessageId)}
          onReport={(message) => onReport({ kind: 'message', ...message, user: other })}
        />
        {isWaiting && afterWriting(firstName(other.name))}
        {typing.length > 0 && <TypingIndicator name={firstName(other.name)} />}
        <div ref={foot} />
      </ChatLog>
    </ConversationScreen>
  );
}

const describeReserved = (
  { reservation, sellerId }: Conversation,
  { myId, name }: { myId: string; name: string },
): string | undefined => {
  if (reservation === null) return undefined;
  return sellerId === myId
    ? t('conversations.book.reserved-for', { name })
    : t('conversations.book.reserved-for-you');
};

function findPending(lines: readonly MessageView[], myId: string, now: Date): 'me' | 'other' | null {
  const pending = lines.findLast(
    ({ offer, delivery }) =>
      offer?.state === 'pending' &&
      (delivery === 'sending' || delivery === 'failed' || new Date(offer.expiresAt) > now),
  );
  return pending === undefined ? null : pending.senderId === myId ? 'me' : 'other';
}

/** The meeting that is planned was proposed by the other participant, and is not accepted. */
const hasQuestion = (lines: readonly MessageView[], { meeting }: Conversation, myId: string): boolean =>
  meeting?.state === 'proposed' &&
  lines.findLast((line) => line.meeting?.id === meeting.id)?.senderId !== myId;
