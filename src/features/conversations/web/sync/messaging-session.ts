import type { LiveFeature, LiveFeatureContext } from '#features/live/web/lazy.ts';
import { isTemporaryError } from '#features/live/rules.ts';
import type { Message } from '../../contract.ts';
import { socketTimings } from '../../rules.ts';
import { keys } from '../conversation-list-query.ts';
import {
  cacheConversation,
  cacheMessage,
  cacheOffer,
  cacheReadPosition,
  openedQuery,
  refreshConversations,
  refreshConversationsAbout,
  refreshPendingOffers,
  typingQuery,
} from '../conversation-queries.ts';
import { CatchUp } from './catch-up.ts';
import { MessageDelivery, type OfferSender } from './message-delivery.ts';
import { closeOutbox, openOutbox, type Outbox } from './outbox.ts';
import { prefetchRecentConversations, saveForOffline } from './prefetch-recent-conversations.ts';
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
    const parts = createParts(context, offers);
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
        void refreshPendingOffers(queries);
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

function createParts(context: LiveFeatureContext, offers: OfferSender): MessagingContext {
  const { queries, userId } = context;
  const delivery = new MessageDelivery({
    ...context,
    offers,
    onOfferSent: (id) => queries.invalidateQueries({ queryKey: keys.messages(id) }),
    findOpened: (bookId) => queries.getQueryData(openedQuery(bookId).queryKey),
    onOpened(conversation) {
      // Events update a cached conversation, and may be newer than this response.
      if (queries.getQueryData(keys.one(conversation.id)) === undefined)
        cacheConversation(queries, conversation);
      queries.setQueryData(openedQuery(conversation.bookId).queryKey, conversation.id);
    },
    onFirstSent: (conversationId) => saveForOffline(context.transport, conversationId),
    onSent(message, wasConnected) {
      receiveMessage(parts, message);
      // The socket sends the changed conversation if it is connected.
      if (!wasConnected) void refreshConversations(queries);
    },
  });
  const typing = new TypingIndicators(socketTimings.typingShown, (conversationId, users) =>
    queries.setQueryData(typingQuery(conversationId).queryKey, users),
  );
  const parts: MessagingContext = {
    context,
    catchUp: new CatchUp(context),
    typing,
    delivery,
    outbox: openOutbox(queries, userId),
  };
  return parts;
}

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
    live.on('offer', ({ message }) => cacheOffer(queries, message)),
    live.on('typing', ({ conversationId, senderId, isTyping }) =>
      typing.set(conversationId, senderId, isTyping),
    ),
    live.on('message_read', (position) => cacheReadPosition(queries, position, userId)),
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
      void refreshPendingOffers(queries);
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
