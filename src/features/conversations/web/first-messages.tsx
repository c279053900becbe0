import { Fragment } from 'react';
import { MessageBubble, MessageStatus, SenderName } from '#ui/chat/message-bubble.tsx';
import { ChatLog } from '#ui/chat/chat-log.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { FIRST_MESSAGE } from '#ui/states/page-illustrations.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { OfferSlots } from './offer-slots.ts';
import { toUnsentOffer } from './sync/merge-messages.ts';
import { useMessaging, useMessagingState } from './use-messaging.ts';

type FirstMessagesProps = {
  bookId: string;
  sellerName: string;
  isWritable: boolean;
  offerCard: OfferSlots['card'];
};

/** The first messages of a conversation, until its page has loaded. */
export function FirstMessages({ bookId, sellerName, isWritable, offerCard }: FirstMessagesProps) {
  const messaging = useMessaging();
  const opened = useMessagingState((state) => state.opened[bookId]);
  const outgoing = useMessagingState((state) => state.outgoing).filter(({ target }) =>
    'bookId' in target ? target.bookId === bookId : target.conversationId === opened,
  );
  const sent = useMessagingState((state) => state.received).filter(
    ({ conversationId, clientMessageId }) =>
      conversationId === opened && outgoing.every((message) => message.clientMessageId !== clientMessageId),
  );
  const unsent = outgoing.map(toUnsentOffer);
  const isEmpty = outgoing.length + sent.length === 0;
  return (
    <ChatLog>
      {isEmpty && isWritable && (
        <EmptyState
          className="mid-air"
          illustration={FIRST_MESSAGE}
          title={`Message ${sellerName}`}
          text="Ask about the book, or suggest a time and place."
        />
      )}
      <p className="note small">
        <Icon name="shield" />
        <span>Meet in a public place, and pay when you have the book.</span>
      </p>
      {!isEmpty && <SenderName name="You" />}
      {sent.map(({ id, content, offer }) => (
        <Fragment key={id}>
          {offer ? (
            offerCard(offer, { mine: true, name: sellerName, isSeller: false, isUnsent: false })
          ) : (
            <MessageBubble mine delivery="sent">
              {content}
            </MessageBubble>
          )}
        </Fragment>
      ))}
      {outgoing.map(({ clientMessageId, content, state }, index) => (
        <Fragment key={clientMessageId}>
          {unsent[index] ? (
            offerCard(unsent[index], { mine: true, name: sellerName, isSeller: false, isUnsent: true })
          ) : (
            <MessageBubble mine delivery={state}>
              {content}
            </MessageBubble>
          )}
          <MessageStatus mine delivery={state} onRetry={() => messaging.retry(clientMessageId)} />
        </Fragment>
      ))}
    </ChatLog>
  );
}
