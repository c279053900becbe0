import type { LiveFeature, LiveFeatureContext } from '#features/live/web/lazy.ts';
import { isTemporaryError } from '#features/live/rules.ts';
import type { Message } from '../../contract.ts';
import { keys } from '../conversation-list-query.ts';
import {
  cacheConversation,
  cacheMessage,
  cacheMessageState,
  cacheReadByOther,
  refreshConversations,
  refreshConversationsAbout,
  refreshOpenStates,
} from '../conversation-queries.ts';
import { CatchUp } from './catch-up.ts';
import { MessageDelivery, type OfferSender } from './message-delivery.ts';
import { closeOutbox, openOutbox, type Outbox } from './outbox.ts';
import { prefetchRecentConversations } from './prefetch-recent-conversations.ts';
import { TypingIndicators } from './typing-indicators.ts';

/** The parts of a session, which know nothing of each other. */
type MessagingContext = {
  context: LiveFeatureContext;
  catchUp: CatchUp;
  typing: TypingIndicators;
  delivery: MessageDelivery;
  outbox: Outbox;
};

/** Receives and sends the messages of the signed-in user. */
export const createMessaging =
  (offers: OfferSender): LiveFeature =>
  (context) => {
    const { queries } = context;
    const parts: MessagingContext = {
      context,
      catchUp: new CatchUp(context),
      typing: new TypingIndicators(queries),
      delivery: new MessageDelivery(context, {
        offers,
        onSent: (message) => receiveMessage(parts, message),
      }),
      outbox: openOutbox(queries, context.userId),
    };
    const { catchUp, typing, delivery, outbox } = parts;
    const ends = registerListeners(parts);
    outbox.sendWith(delivery.deliver);
    let cancelPrefetch = () => {};
    return {
      onConnected({ isReconnect }) {
        if (!isReconnect) {
          // No event arrived between the first fetch and now.
          void queries.invalidateQueries({ queryKey: keys.list });
          catchUp.resumeShown();
        }
        void refreshOpenStates(queries);
        void queries.resumePausedMutations();
        cancelPrefetch();
        cancelPrefetch = prefetchRecentConversations(context, isReconnect);
      },
      onDisconnected() {
        cancelPrefetch();
        delivery.onDisconnected();
        typing.clear();
      },
      stop() {
        cancelPrefetch();
        for (const end of ends) end();
        catchUp.stop();
        typing.clear();
        closeOutbox(queries);
      },
    };
  };

/** Returns what ends the listeners. */
function registerListeners(parts: MessagingContext): (() => void)[] {
  const { catchUp, typing, delivery } = parts;
  const { live, queries, userId } = parts.context;
  return [
    live.on('new_message', ({ message }) => {
      if (receiveMessage(parts, message)) return;
      // Another tab, or an attempt whose confirmation came too late.
      if (message.senderId === userId) parts.outbox.remove(message.clientMessageId);
    }),
    live.on('offer', ({ message }) => cacheMessageState(queries, message)),
    live.on('typing', ({ conversationId, senderId, isTyping }) =>
      typing.set(conversationId, senderId, isTyping),
    ),
    live.on('message_read', (position) => cacheReadByOther(queries, position, userId)),
    live.on('resumed', ({ conversationId, afterSeq, upToSeq }) =>
      catchUp.onResumed(conversationId, afterSeq, upToSeq),
    ),
    live.on('conversation', ({ conversation }) => {
      cacheConversation(queries, conversation);
      catchUp.compare(conversation);
    }),
    live.on('book', ({ bookId }) => void refreshConversationsAbout(queries, bookId)),
    live.on('missed', () => {
      catchUp.resumeShown();
      void refreshConversations(queries);
      void refreshOpenStates(queries);
    }),
    live.on('error', ({ code, conversationId, clientMessageId }) => {
      const isTemporary = isTemporaryError(code);
      if (clientMessageId !== undefined) delivery.refuse(clientMessageId, isTemporary);
      else if (isTemporary && conversationId !== undefined) catchUp.resumeLater(conversationId);
    }),
  ];
}

/** Returns whether an attempt to send it waited for it. */
function receiveMessage({ context, typing, delivery }: MessagingContext, message: Message): boolean {
  cacheMessage(context.queries, message);
  typing.set(message.conversationId, message.senderId, false);
  return message.senderId === context.userId && delivery.confirm(message.clientMessageId, message.seq);
}
