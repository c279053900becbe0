import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useNow } from '#platform/web/now.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { isMissing } from '#platform/shared/is-missing.ts';
import { TypingIndicator } from '#ui/chat/message-bubble.tsx';
import { ChatLog } from '#ui/chat/chat-log.tsx';
import type { Conversation, Message } from '../contract.ts';
import { ConversationPageSkeleton } from '#ui/states/conversation-page-skeleton.tsx';
import type { OnReport } from './chat-menu.tsx';
import {
  conversationQuery,
  hasFirstMessage,
  flattenMessages,
  messagesQuery,
} from './conversation-queries.ts';
import { ConversationScreen } from './conversation-screen.tsx';
import { MessagesError, MessagesOffline } from './conversation-states.tsx';
import { InvalidConversation } from './invalid-conversation.tsx';
import { useMessaging, useMessagingState } from './use-messaging.ts';
import { type MessageView, toMessageViews, mergeMessages } from './sync/merge-messages.ts';
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
export function ExistingConversation({
  id,
  myId,
  afterWriting,
  onReport,
  offers,
}: ExistingConversationProps) {
  const transport = useTransport();
  const messaging = useMessaging();
  const conversation = useQuery(conversationQuery(transport, id));
  const messages = useInfiniteQuery(messagesQuery(transport, id));
  const askAgain = useOfflineRetry(conversation, messages);

  useEffect(() => messaging.withSession((session) => session.watch(id)), [messaging, id]);
  const isFetched = messages.isSuccess;
  useEffect(() => {
    if (!isFetched) return;
    return messaging.withSession((session) => session.onFetched(id));
  }, [messaging, id, isFetched]);

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
  return (
    <MessageLog
      conversation={conversation.data}
      fetched={flattenMessages(messages.data)}
      hasFirst={hasFirstMessage(messages.data)}
      myId={myId}
      afterWriting={afterWriting}
      onReport={onReport}
      offers={offers}
      {...(more && { onOlder: () => void messages.fetchNextPage() })}
    />
  );
}

type MessageThreadProps = {
  conversation: Conversation;
  fetched: readonly Message[];
  hasFirst: boolean;
  myId: string;
  onOlder?: () => void;
} & Pick<ExistingConversationProps, 'afterWriting' | 'onReport' | 'offers'>;

function MessageLog({
  conversation,
  fetched,
  hasFirst,
  myId,
  afterWriting,
  onReport,
  offers,
  onOlder,
}: MessageThreadProps) {
  const messaging = useMessaging();
  const now = useNow();
  const { id } = conversation;
  const allReceived = useMessagingState((state) => state.received);
  const allOutgoing = useMessagingState((state) => state.outgoing);
  const readPosition = useMessagingState((state) => state.readPositions[id]);
  const typing = useMessagingState((state) => state.typing[id]);
  const received = useMemo(
    () => allReceived.filter((message) => message.conversationId === id),
    [allReceived, id],
  );
  const lines = useMemo(() => {
    const outgoing = allOutgoing.filter(
      ({ target }) => 'conversationId' in target && target.conversationId === id,
    );
    return toMessageViews({ fetched, hasFirst, received, outgoing, readPosition, myId });
  }, [fetched, hasFirst, received, allOutgoing, readPosition, myId, id]);
  const messages = mergeMessages(fetched, received);
  const { foot } = useMarkRead(conversation, messages, myId);
  // Written here, and not answered yet.
  const isWaiting = received.some(({ senderId }) => senderId === myId) && messages.at(-1)?.senderId === myId;
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
        makeOffer: (content, offer) => messaging.enqueue({ conversationId: id }, content, offer),
      })}
      onSend={(content) => messaging.enqueue({ conversationId: id }, content)}
    >
      <ChatLog {...(onOlder && { onOlder })}>
        <MessageList
          lines={lines}
          myId={myId}
          otherName={other.name}
          isSeller={conversation.sellerId === myId}
          offerCard={offers.card}
          meetingCard={(meeting, mine) => offers.meetingCard(meeting, { ...place, mine })}
          onRetry={(clientMessageId) => messaging.retry(clientMessageId)}
          onReport={(message) => onReport({ kind: 'message', ...message, user: other })}
        />
        {isWaiting && afterWriting(firstName(other.name))}
        {typing !== undefined && typing.length > 0 && <TypingIndicator name={firstName(other.name)} />}
        <div ref={foot} />
      </ChatLog>
    </ConversationScreen>
  );
}

const describeReserved = (
  { reservation, sellerId }: Conversation,
  { myId, name }: { myId: string; name: string },
): string | undefined => (reservation === null ? undefined : sellerId === myId ? `for ${name}` : 'for you');

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
