import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { isBlockedQuery } from '#features/blocks/web/lazy.ts';
import { findBookInLists, bookQuery, absentBook } from '#features/books/web/public.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { MessageBubble, MessageStatus, SenderName } from '#ui/chat/message-bubble.tsx';
import { ChatLog } from '#ui/chat/chat-log.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { FIRST_MESSAGE } from '#ui/states/page-illustrations.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { OnReport } from './chat-menu.tsx';
import { conversationQuery, conversationsAboutQuery, messagesQuery } from './conversation-queries.ts';
import { ConversationScreen, keepWriting } from './conversation-screen.tsx';
import { MessagesError, MessagesOffline, MessagesLoading } from './conversation-states.tsx';
import { firstName } from './existing-conversation.tsx';
import { InvalidConversation } from './invalid-conversation.tsx';
import { useMessaging, useMessagingState } from './use-messaging.ts';
import { moveDraft } from './use-draft.ts';

type NewConversationProps = { sellerId: string; bookId: string; myId: string; onReport: OnReport };

/** A conversation before its first message, which opens it. An existing one is shown instead. */
export function NewConversation({ sellerId, bookId, myId, onReport }: NewConversationProps) {
  const transport = useTransport();
  const messaging = useMessaging();
  const about = useQuery(conversationsAboutQuery(transport, bookId));
  const queries = useQueryClient();
  const book = useQuery({
    ...bookQuery(transport, bookId),
    placeholderData: () => findBookInLists(queries, bookId),
  });
  const blocked = useQuery(isBlockedQuery(transport, sellerId));
  const existing = about.data?.find(
    (conversation) => conversation.bookId === bookId && conversation.buyerId === myId,
  );
  const opened = useMessagingState((state) => state.opened[bookId]);
  // Offline it is unknown whether a conversation exists. A message goes into it once it can be sent.
  const askAgain = useOfflineRetry(about, blocked, book);
  const [isWriting, setWriting] = useState(false);
  if (askAgain !== null && !isWriting) setWriting(true);
  const first = useFirstMessages(bookId, opened);
  const address = opened ?? existing?.id;

  useGoToConversation(address, { bookId, opened, isWriting });

  // An existing conversation is shown even if its book is deleted.
  if ((address !== undefined && opened === undefined) || (about.isPending && !isWriting))
    return <MessagesLoading />;
  const error = about.error ?? book.error;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <InvalidConversation />;
  if (error !== null) {
    return (
      <MessagesError
        retrying={about.isFetching || book.isFetching}
        onRetry={() => void Promise.all([about.refetch(), book.refetch()])}
      />
    );
  }
  if (book.data === undefined && askAgain !== null) return <MessagesOffline onRetry={askAgain} />;
  const isAsked = !(about.isPending || blocked.isPending);
  if (book.data === undefined || !(isAsked || isWriting)) return <MessagesLoading />;
  if (book.data === absentBook) return <InvalidConversation />;
  const { seller } = book.data;
  const isPossible = seller.id === sellerId && seller.id !== myId && book.data.isActive;
  if (!isPossible) return <InvalidConversation />;
  return (
    <ConversationScreen
      other={seller}
      book={{ ...book.data, state: 'active', university: seller.university }}
      conversationId={null}
      youBlocked={blocked.data ?? false}
      onReport={onReport}
      onSend={(content) => messaging.enqueue({ bookId, sellerId }, content)}
    >
      <FirstMessagesLog {...first} hint={blocked.data ? null : `Write to ${firstName(seller.name)}`} />
    </ConversationScreen>
  );
}

/** The first messages, which are shown here until the page of the conversation has loaded. */
function useFirstMessages(bookId: string, opened: string | undefined) {
  const own = useMessagingState((state) => state.outgoing).filter(({ target }) =>
    'bookId' in target ? target.bookId === bookId : target.conversationId === opened,
  );
  const sent = useMessagingState((state) => state.received).filter(
    ({ conversationId, clientMessageId }) =>
      conversationId === opened && own.every((message) => message.clientMessageId !== clientMessageId),
  );
  return { own, sent };
}

type FirstMessages = ReturnType<typeof useFirstMessages>;

type Opening = { bookId: string; opened: string | undefined; isWriting: boolean };

/** Replaces the page by that of the conversation; one that was just opened is loaded first. */
function useGoToConversation(address: string | undefined, { bookId, opened, isWriting }: Opening): void {
  const transport = useTransport();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (address === undefined) return;
    let isUnmounted = false;
    const go = () => {
      if (isUnmounted) return;
      moveDraft(`new:${bookId}`, address);
      navigate(`/conversation/${address}`, {
        replace: true,
        ...((opened !== undefined || isWriting) && { state: keepWriting }),
      });
    };
    if (opened === undefined) go();
    else {
      const fetched = [
        queries.fetchQuery(conversationQuery(transport, opened)),
        queries.fetchInfiniteQuery(messagesQuery(transport, opened)),
      ];
      void Promise.allSettled(fetched).then(go);
    }
    return () => {
      isUnmounted = true;
    };
  }, [address, bookId, opened, isWriting, navigate, queries, transport]);
}

/** `hint`: the title of the empty state; null shows none. */
function FirstMessagesLog({ own, sent, hint }: FirstMessages & { hint: string | null }) {
  const messaging = useMessaging();
  const isEmpty = own.length + sent.length === 0;
  return (
    <ChatLog>
      {isEmpty && hint !== null && (
        <EmptyState
          className="mid-air"
          illustration={FIRST_MESSAGE}
          title={hint}
          text="Ask about the book, or suggest a time and a place."
        />
      )}
      <p className="note small">
        <Icon name="shield" />
        <span>Meet in a public place, and pay when you hold the book in your hands.</span>
      </p>
      {!isEmpty && <SenderName name="You" />}
      {sent.map(({ id, content }) => (
        <MessageBubble key={id} mine delivery="sent">
          {content}
        </MessageBubble>
      ))}
      {own.map(({ clientMessageId, content, state }) => (
        <Fragment key={clientMessageId}>
          <MessageBubble mine delivery={state}>
            {content}
          </MessageBubble>
          <MessageStatus mine delivery={state} onRetry={() => messaging.retry(clientMessageId)} />
        </Fragment>
      ))}
    </ChatLog>
  );
}
