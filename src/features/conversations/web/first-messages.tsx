import { Fragment } from 'react';
import { MessageBubble, MessageStatus, SenderName } from '#ui/chat/message-bubble.tsx';
import { ChatLog } from '#ui/chat/chat-log.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { FIRST_MESSAGE } from '#ui/states/page-illustrations.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { OfferSlots } from './offer-slots.ts';
import { toUnsentOffer } from './sync/merge-messages.ts';
import type { OutgoingView } from './sync/outbox.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import chatLogStyles from '#ui/chat/chat-log.module.css';
import alertsStyles from '#ui/states/alerts.module.css';

type FirstMessagesProps = {
  messages: readonly OutgoingView[];
  onRetry: (clientMessageId: string) => void;
  sellerName: string;
  isWritable: boolean;
  offerCard: OfferSlots['card'];
};

/** The first messages of a conversation, until its page has loaded. */
export function FirstMessages({ messages, onRetry, sellerName, isWritable, offerCard }: FirstMessagesProps) {
  const isEmpty = messages.length === 0;
  return (
    <ChatLog>
      {isEmpty && isWritable && (
        <EmptyState
          className={chatLogStyles.floating}
          illustration={FIRST_MESSAGE}
          title={`Message ${sellerName}`}
          text="Ask about the book, or suggest a time and place."
        />
      )}
      <p className={cx(alertsStyles.note, shared.small)}>
        <Icon name="shield" />
        <span>Meet in a public place, and pay when you have the book.</span>
      </p>
      {!isEmpty && <SenderName name="You" />}
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
