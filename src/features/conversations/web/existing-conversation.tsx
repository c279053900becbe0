import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useCutOff } from '#platform/web/use-cut-off.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { TypingIndicator } from '#ui/chat/bubble.tsx';
import { Log } from '#ui/chat/log.tsx';
import type { Conversation, Message } from '../contract.ts';
import type { OnReport } from './chat-menu.tsx';
import { conversationQuery, hasFirstMessage, messagesOf, messagesQuery } from './conversation-queries.ts';
import { ConversationScreen } from './conversation-screen.tsx';
import { MessagesFailure, MessagesNotOnDevice, WaitingForMessages } from './conversation-stand-ins.tsx';
import { InvalidConversation } from './invalid-conversation.tsx';
import { useLive, useLiveState } from './live-provider.tsx';
import { linesOf, mergeMessages } from './message-log.ts';
import { MessageLines } from './message-lines.tsx';
import { useMarkRead } from './use-mark-read.ts';

type ExistingConversationProps = {
  id: string;
  myId: string;
  /** Stands below the messages once the person has sent one, not before. */
  afterWriting: (name: string) => ReactNode;
  onReport: OnReport;
};

/** A conversation that there is. */
export function ExistingConversation({ id, myId, afterWriting, onReport }: ExistingConversationProps) {
  const transport = useTransport();
  const live = useLive();
  const conversation = useQuery(conversationQuery(transport, id));
  const messages = useInfiniteQuery(messagesQuery(transport, id));
  const askAgain = useCutOff(conversation, messages);

  useEffect(() => {
    let end = () => {};
    live.withSession((session) => (end = session.watch(id)));
    return () => end();
  }, [live, id]);
  const isFetched = messages.isSuccess;
  useEffect(() => {
    if (isFetched) live.withSession((session) => session.fetched(id));
  }, [live, id, isFetched]);

  const { error } =
    conversation.data === undefined ? conversation : messages.data === undefined ? messages : { error: null };
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <InvalidConversation />;
  if (error !== null) {
    const retry = () => {
      if (conversation.isError) void conversation.refetch();
      if (messages.isError) void messages.refetch();
    };
    return <MessagesFailure retrying={conversation.isFetching || messages.isFetching} onRetry={retry} />;
  }
  if (askAgain !== null) return <MessagesNotOnDevice onRetry={askAgain} />;
  if (conversation.data === undefined || messages.data === undefined) return <WaitingForMessages />;
  const more = messages.hasNextPage && !messages.isFetchingNextPage && !messages.isFetchNextPageError;
  return (
    <Talk
      conversation={conversation.data}
      fetched={messagesOf(messages.data)}
      hasFirst={hasFirstMessage(messages.data)}
      myId={myId}
      afterWriting={afterWriting}
      onReport={onReport}
      {...(more && { onOlder: () => void messages.fetchNextPage() })}
    />
  );
}

type TalkProps = {
  conversation: Conversation;
  fetched: readonly Message[];
  hasFirst: boolean;
  myId: string;
  onOlder?: () => void;
} & Pick<ExistingConversationProps, 'afterWriting' | 'onReport'>;

function Talk({ conversation, fetched, hasFirst, myId, afterWriting, onReport, onOlder }: TalkProps) {
  const live = useLive();
  const { id } = conversation;
  const allReceived = useLiveState((state) => state.received);
  const allOutgoing = useLiveState((state) => state.outgoing);
  const readMark = useLiveState((state) => state.readMarks[id]);
  const typing = useLiveState((state) => state.typing[id]);
  const received = useMemo(
    () => allReceived.filter((message) => message.conversationId === id),
    [allReceived, id],
  );
  const lines = useMemo(() => {
    const outgoing = allOutgoing.filter(
      ({ target }) => 'conversationId' in target && target.conversationId === id,
    );
    return linesOf({ fetched, hasFirst, received, outgoing, readMark, myId });
  }, [fetched, hasFirst, received, allOutgoing, readMark, myId, id]);
  const { foot } = useMarkRead(conversation, mergeMessages(fetched, received), myId);
  const other = conversation.buyerId === myId ? conversation.seller : conversation.buyer;

  return (
    <ConversationScreen
      other={other}
      book={{ ...conversation.book, id: conversation.bookId, university: conversation.seller.university }}
      conversationId={id}
      youBlocked={conversation.youBlocked}
      onReport={onReport}
      onSend={(content) => live.withSession((session) => session.send({ conversationId: id }, content))}
    >
      <Log {...(onOlder && { onOlder })}>
        <MessageLines
          lines={lines}
          myId={myId}
          otherName={other.name}
          onRetry={(clientMessageId) => live.withSession((session) => session.retry(clientMessageId))}
          onReport={(message) => onReport({ kind: 'message', ...message, person: other })}
        />
        {received.some(({ senderId }) => senderId === myId) && afterWriting(firstName(other.name))}
        {typing !== undefined && typing.length > 0 && <TypingIndicator name={firstName(other.name)} />}
        <div ref={foot} />
      </Log>
    </ConversationScreen>
  );
}

export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;
