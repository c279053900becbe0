import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Fragment, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { isBlockedQuery } from '#features/blocks/web/lazy.ts';
import { favoriteIdsQuery, useIsFavorite } from '#features/favorites/web/public.ts';
import { findBookInLists, bookQuery, absentBook } from '#features/books/web/public.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { isMissing } from '#platform/shared/is-missing.ts';
import { MessageBubble, MessageStatus, SenderName } from '#ui/chat/message-bubble.tsx';
import { ChatLog } from '#ui/chat/chat-log.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ConversationPageSkeleton } from '#ui/states/conversation-page-skeleton.tsx';
import type { OnReport } from './chat-menu.tsx';
import {
  conversationQuery,
  conversationsAboutQuery,
  messagesQuery,
  openedQuery,
} from './conversation-queries.ts';
import { ConversationScreen, keepWriting } from './conversation-screen.tsx';
import { InvalidConversation, MessagesError, MessagesOffline } from './conversation-states.tsx';
import { firstName } from '#ui/display/first-name.ts';
import type { OfferSlots } from './offer-slots.ts';
import { toUnsentOffer } from './sync/merge-messages.ts';
import { type OutgoingView, useOutbox, useOutgoing } from './sync/outbox.ts';
import { moveDraft } from './use-draft.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import chatLogStyles from '#ui/chat/chat-log.module.css';
import alertsStyles from '#ui/states/alerts.module.css';

type NewConversationProps = {
  sellerId: string;
  bookId: string;
  myId: string;
  onReport: OnReport;
  offers: OfferSlots;
  profile: SellerProfile;
};

/** The query of the seller's public profile: the listing does not say when they joined. */
export type SellerProfile = { data: { createdAt: string } | null | undefined; isPending: boolean };

/** A conversation before its first message, which opens it. An existing one is shown instead. */
export function NewConversation({ sellerId, bookId, myId, onReport, offers, profile }: NewConversationProps) {
  const transport = useTransport();
  const outbox = useOutbox(myId);
  const queries = useQueryClient();
  const about = useQuery(conversationsAboutQuery(transport, bookId));
  const book = useQuery({
    ...bookQuery(transport, bookId),
    placeholderData: () => findBookInLists(queries, bookId),
  });
  const blocked = useQuery(isBlockedQuery(transport, sellerId));
  const saved = useQuery(favoriteIdsQuery(transport, myId));
  const isSaved = useIsFavorite(bookId);
  const existing = about.data?.find(
    (conversation) => conversation.bookId === bookId && conversation.buyerId === myId,
  );
  const { data: opened } = useQuery(openedQuery(bookId));
  const target = { bookId, buyerId: myId, sellerId };
  const first = useOutgoing().filter((message) => message.target.bookId === bookId);
  const isBegun = first.length > 0;
  // Offline it is unknown whether a conversation exists. A message goes into it once it can be sent.
  const askAgain = useOfflineRetry(about, blocked, book, saved);
  const [isWriting, setWriting] = useState(false);
  if (askAgain !== null && !isWriting) setWriting(true);
  const id = opened ?? existing?.id;
  useShowConversation({ id, bookId, isOpened: opened !== undefined, isWriting });

  // An existing conversation is shown even if its book is deleted.
  if ((id !== undefined && opened === undefined) || (about.isPending && !isWriting))
    return <ConversationPageSkeleton />;
  const error = about.error ?? book.error;
  if (isMissing(error)) return <InvalidConversation />;
  if (error !== null) {
    return (
      <MessagesError
        retrying={about.isFetching || book.isFetching}
        onRetry={() => void Promise.all([about.refetch(), book.refetch()])}
      />
    );
  }
  if (book.data === undefined && askAgain !== null) return <MessagesOffline onRetry={askAgain} />;
  const isAsked = !(about.isPending || blocked.isPending || profile.isPending);
  if (book.data === undefined || !(isAsked || isWriting)) return <ConversationPageSkeleton />;
  if (book.data === absentBook) return <InvalidConversation />;
  const { seller } = book.data;
  if (seller.id === myId) return <InvalidConversation reason="own" />;
  if (seller.id !== sellerId) return <InvalidConversation />;
  const { isActive, soldAt } = book.data;
  if (!isActive && soldAt !== null) return <InvalidConversation reason="sold" />;
  if (!isActive && isSaved === null) return <FavoriteWait saved={saved} askAgain={askAgain} />;
  if (!isActive && !isSaved) return <InvalidConversation reason="expired" />;
  const newStrip =
    isActive &&
    offers.newStrip({
      book: book.data,
      name: firstName(seller.name),
      makeOffer: (content, offer) => outbox.add(target, content, offer),
    });
  return (
    <ConversationScreen
      other={{ ...seller, ...(profile.data && { createdAt: profile.data.createdAt }) }}
      book={{
        ...book.data,
        state: isActive ? 'active' : 'expired',
        university: seller.studentUniversity ?? seller.university,
      }}
      conversationId={null}
      isEmpty={!isBegun}
      youBlocked={blocked.data ?? false}
      isReserved={false}
      onReport={onReport}
      strip={!isBegun && !blocked.data && newStrip}
      onSend={(content) => outbox.add(target, content)}
    >
      <FirstMessages
        messages={first}
        onRetry={(clientMessageId) => outbox.retry(clientMessageId)}
        sellerName={firstName(seller.name)}
        isWritable={!blocked.data}
        offerCard={offers.card}
      />
    </ConversationScreen>
  );
}

type FirstMessagesProps = {
  messages: readonly OutgoingView[];
  onRetry: (clientMessageId: string) => void;
  sellerName: string;
  isWritable: boolean;
  offerCard: OfferSlots['card'];
};

/** The first messages of a conversation, until its page has loaded. */
function FirstMessages({ messages, onRetry, sellerName, isWritable, offerCard }: FirstMessagesProps) {
  const isEmpty = messages.length === 0;
  return (
    <ChatLog>
      {isEmpty && isWritable && (
        <EmptyState
          className={chatLogStyles.floating}
          illustration="first-message"
          title={t('conversations.new.title', { name: sellerName })}
          text={t('conversations.new.text')}
        />
      )}
      <p className={cx(alertsStyles.note, shared.small)}>
        <Icon name="shield" />
        <span>{t('conversations.new.advice')}</span>
      </p>
      {!isEmpty && <SenderName name={t('conversations.sender.you')} />}
      {messages.map((message) => {
        const { clientMessageId, content, delivery } = message;
        const offer = toUnsentOffer(message);
        return (
          <Fragment key={clientMessageId}>
            {offer ? (
              offerCard(offer, {
                mine: true,
                name: sellerName,
                isSeller: false,
                isUnsent: true,
              })
            ) : (
              <MessageBubble mine delivery={delivery}>
                {content}
              </MessageBubble>
            )}
            {delivery !== 'sent' && (
              <MessageStatus mine delivery={delivery} onRetry={() => onRetry(clientMessageId)} />
            )}
          </Fragment>
        );
      })}
    </ChatLog>
  );
}

/** Shown until it is known whether the user saved an expired book and may ask its seller. */
function FavoriteWait({ saved, askAgain }: { saved: UseQueryResult; askAgain: (() => void) | null }) {
  if (askAgain !== null) return <MessagesOffline onRetry={askAgain} />;
  if (saved.isError)
    return <MessagesError retrying={saved.isFetching} onRetry={() => void saved.refetch()} />;
  return <ConversationPageSkeleton />;
}

type ShownConversation = {
  /** Undefined while none is known. */
  id: string | undefined;
  bookId: string;
  /** The first message has opened it on this page. */
  isOpened: boolean;
  isWriting: boolean;
};

/** Moves to the page of the conversation once it exists, with the draft. */
function useShowConversation({ id, bookId, isOpened, isWriting }: ShownConversation): void {
  const transport = useTransport();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (id === undefined) return;
    let gone = false;
    const go = () => {
      if (gone) return;
      moveDraft(`new:${bookId}`, id);
      const isOffering = !isOpened && new URLSearchParams(location.search).has('offer');
      navigate(`/conversation/${id}${isOffering ? '?offer' : ''}`, {
        replace: true,
        ...((isOpened || isWriting) && { state: keepWriting }),
      });
    };
    if (!isOpened) go();
    else {
      const fetched = [
        queries.fetchQuery(conversationQuery(transport, id)),
        queries.fetchInfiniteQuery(messagesQuery(transport, id)),
      ];
      void Promise.allSettled(fetched).then(go);
    }
    return () => {
      gone = true;
    };
  }, [id, bookId, isOpened, isWriting, navigate, queries, transport]);
}
