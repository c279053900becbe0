import type { LiveFeature, LiveFeatureContext } from '#features/live/web/lazy.ts';
import { isTemporaryError } from '#features/live/rules.ts';
import type { Message } from '../../contract.ts';
import { MAX_RECEIVED_MESSAGES, socketTimings } from '../../rules.ts';
import { keys } from '../conversation-list-query.ts';
import {
  cacheConversation,
  cacheMessage,
  cacheOffer,
  refreshConversationsAbout,
  refreshPendingOffers,
} from '../conversation-queries.ts';
import { CatchUp } from './catch-up.ts';
import { addReceived } from './merge-messages.ts';
import { MessageDelivery, type OfferSender } from './message-delivery.ts';
import { MessageSync } from './message-sync.ts';
import { getMessagingStore, type MessagingSession, type MessagingStore } from './messaging-store.ts';
import type { Outbox } from './outbox.ts';
import { OutboxSender } from './outbox-sender.ts';
import { flushOutbox } from './flush-outbox.ts';
import { prefetchRecentConversations, saveForOffline } from './prefetch-recent-conversations.ts';
import { TypingIndicators } from './typing-indicators.ts';

/** The parts of a session, which know nothing of each other. */
type MessagingContext = {
  context: LiveFeatureContext;
  store: MessagingStore;
  sync: MessageSync;
  catchUp: CatchUp;
  typing: TypingIndicators;
  delivery: MessageDelivery;
  outbox: Outbox;
  sender: OutboxSender;
};

/** Receives and sends the messages of the signed-in user. */
export const createMessaging =
  (offers: OfferSender): LiveFeature =>
  (context) => {
    const parts = createParts(context, offers);
    const { store, catchUp, typing, delivery, outbox, sender } = parts;
    const ends = [...registerListeners(parts), flushOutbox(outbox, sender), trimReceived(store)];
    store.begin(createSession(parts));
    let cancelPrefetch = () => {};
    return {
      onConnected({ isReconnect }) {
        if (!isReconnect) {
          // Between the first fetch and now no event arrived.
          void context.queries.invalidateQueries({ queryKey: keys.list });
          catchUp.resumeWatched();
        }
        void refreshPendingOffers(context.queries);
        sender.flush();
        cancelPrefetch();
        cancelPrefetch = prefetchRecentConversations(context, isReconnect);
      },
      onDisconnected() {
        cancelPrefetch();
        delivery.settleAll();
        typing.clear();
      },
      stop() {
        cancelPrefetch();
        for (const end of ends) end();
        catchUp.stop();
        typing.clear();
        sender.stop();
      },
    };
  };

function createParts(context: LiveFeatureContext, offers: OfferSender): MessagingContext {
  const { queries } = context;
  const store = getMessagingStore(context.live);
  const { outbox } = store;
  const sync = new MessageSync(queries, store);
  const delivery = new MessageDelivery({
    ...context,
    offers,
    onOfferSent: (id) => queries.invalidateQueries({ queryKey: keys.messages(id) }),
    onOpened(conversation) {
      // Events update a cached conversation, and may be newer than this response.
      if (queries.getQueryData(keys.one(conversation.id)) === undefined)
        cacheConversation(queries, conversation);
      outbox.setOpened(conversation.bookId, conversation.id);
      store.set({ opened: { ...store.current().opened, [conversation.bookId]: conversation.id } });
    },
    onFirstSent: (conversationId) => saveForOffline(context.transport, conversationId),
    onSent(message, wasConnected) {
      receiveMessage(parts, message);
      // With a connection, the socket sends the changed conversation.
      if (!wasConnected) parts.catchUp.refreshLists();
    },
  });
  const sender = new OutboxSender(outbox, delivery.deliver);
  const typing = new TypingIndicators(socketTimings.typingShown, (users) => store.set({ typing: users }));
  const catchUp = new CatchUp(context, sync);
  const parts = { context, store, sync, catchUp, typing, delivery, outbox, sender };
  return parts;
}

/** Returns what ends the listeners. */
function registerListeners(parts: MessagingContext): (() => void)[] {
  const { store, sync, catchUp, typing, delivery } = parts;
  const { live, queries } = parts.context;
  return [
    live.on('new_message', ({ message }) => receiveMessage(parts, message)),
    live.on('offer', ({ message }) => {
      const { received } = store.current();
      store.set({ received: received.map((one) => (one.id === message.id ? message : one)) });
      cacheOffer(queries, message);
    }),
    live.on('typing', ({ conversationId, senderId, isTyping }) =>
      typing.set(conversationId, senderId, isTyping),
    ),
    live.on('message_read', ({ conversationId, upToSeq, readAt }) => {
      const { readPositions } = store.current();
      store.set({ readPositions: { ...readPositions, [conversationId]: { upToSeq, readAt } } });
    }),
    live.on('resumed', ({ conversationId, afterSeq, upToSeq }) =>
      sync.onResumed(conversationId, afterSeq, upToSeq),
    ),
    live.on('conversation', ({ conversation }) => {
      cacheConversation(queries, conversation);
      catchUp.compare(conversation);
    }),
    live.on('book', ({ bookId }) => void refreshConversationsAbout(queries, bookId)),
    live.on('missed', () => {
      catchUp.resumeWatched();
      catchUp.refreshLists();
      void refreshPendingOffers(queries);
    }),
    live.on('error', ({ code, conversationId, clientMessageId }) => {
      const isTemporary = isTemporaryError(code);
      if (clientMessageId !== undefined)
        delivery.settle(clientMessageId, isTemporary ? { retryAfterMs: 0 } : 'refused');
      else if (isTemporary && conversationId !== undefined) catchUp.resumeLater(conversationId);
    }),
  ];
}

function receiveMessage(
  { context, store, typing, delivery, outbox }: MessagingContext,
  message: Message,
): void {
  store.set({ received: addReceived(store.current().received, message) });
  cacheMessage(context.queries, message);
  typing.set(message.conversationId, message.senderId, false);
  if (message.senderId !== context.userId) return;
  delivery.settle(message.clientMessageId, 'confirmed');
  outbox.confirm(message.clientMessageId);
}

function createSession({ context, store, sync, catchUp }: MessagingContext): MessagingSession {
  return {
    setTyping: (conversationId, isTyping) => void context.send({ type: 'typing', conversationId, isTyping }),
    watch: (conversationId) => catchUp.watch(conversationId),
    onFetched(conversationId) {
      // What was fetched may be older than messages that were received meanwhile.
      for (const message of store.current().received)
        if (message.conversationId === conversationId) cacheMessage(context.queries, message);
      sync.reset(conversationId);
      catchUp.resume(conversationId);
    },
  };
}

/** Returns what ends it. */
function trimReceived(store: MessagingStore): () => void {
  const timer = setInterval(() => {
    const { received } = store.current();
    if (received.length > MAX_RECEIVED_MESSAGES)
      store.set({ received: received.slice(-MAX_RECEIVED_MESSAGES) });
  }, socketTimings.trimInterval);
  return () => clearInterval(timer);
}
