import type { QueryClient } from '@tanstack/react-query';
import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { LiveSocket } from '#features/live/web/lazy.ts';
import { ApiError, type TokenSource } from '#platform/web/transport.ts';
import type {
  ClientMessage,
  Conversation,
  ConversationEndpoints,
  Message,
  ServerMessage,
} from '#features/conversations/contract.ts';
import { MAX_RECEIVED_MESSAGES, socketTimings } from '#features/conversations/rules.ts';
import {
  cacheConversation,
  cacheMessage,
  refreshConversations,
  refreshConversationsAbout,
} from '../conversation-queries.ts';
import { keys } from '../conversation-list-query.ts';
import type { LiveSession, LiveStore } from './live-store.ts';
import { MessageSync } from './message-sync.ts';
import { addReceived, type OutgoingMessage } from './merge-messages.ts';
import { type DeliveryResult, Outbox } from './outbox.ts';
import { isTemporary, toDelivered } from './to-delivered.ts';
import { TypingIndicators } from './typing-indicators.ts';

/** Milliseconds: so long the socket has for confirming a message before it is sent the other way. */
const CONFIRM_TIMEOUT_MS = 8_000;
const FLUSH_INTERVAL_MS = 15_000;

export type LiveSessionOptions = {
  store: LiveStore;
  queries: QueryClient;
  transport: Transport;
  tokens: TokenSource;
  userId: string;
};

/** Everything that goes on while somebody is signed in: the socket, what it brings, and what is on its way to it. */
export function startLiveSession(options: LiveSessionOptions): LiveSession {
  const { store, queries, transport, userId } = options;
  const calls = createApiClient<ConversationEndpoints>(transport);
  const watched = new Map<string, number>();
  const confirmations = new Map<string, (outcome: DeliveryResult) => void>();
  const typing = new TypingIndicators(socketTimings.typingShown, (signs) => store.set({ typing: signs }));
  const asking = new Map<string, ReturnType<typeof setTimeout>>();
  const known = new MessageSync(queries, store);
  let wasConnected = false;

  const receive = (message: ServerMessage) => {
    switch (message.type) {
      case 'new_message':
        return receiveMessage(message.message);
      case 'typing':
        return typing.sign(message.conversationId, message.senderId, message.isTyping);
      case 'message_read': {
        const { conversationId, upToSeq, readAt } = message;
        return store.set({
          readMarks: { ...store.current().readMarks, [conversationId]: { upToSeq, readAt } },
        });
      }
      case 'resumed':
        return known.given(message.conversationId, message.afterSeq, message.upToSeq);
      case 'conversation':
        cacheConversation(queries, message.conversation);
        return catchUp(message.conversation);
      case 'book':
        void refreshConversationsAbout(queries, message.bookId);
        return store.tell(message);
      case 'user':
        return store.tell(message);
      case 'missed':
        lookAgain();
        return store.tell(message);
      case 'error':
        if (message.clientMessageId !== undefined)
          confirmations.get(message.clientMessageId)?.(
            isTemporary(message.code) ? { retryAfterMs: 0 } : 'refused',
          );
        else if (isTemporary(message.code) && message.conversationId !== undefined)
          askAgain(message.conversationId);
        return;
      case 'auth_success':
        return;
    }
  };

  const receiveMessage = (message: Message) => {
    store.set({ received: addReceived(store.current().received, message) });
    cacheMessage(queries, message);
    typing.sign(message.conversationId, message.senderId, false);
    if (message.senderId !== userId) {
      const { conversationId, seq } = message;
      // Whoever looks at the product sees it there: no device has to tell them.
      if (document.visibilityState === 'visible') trySend({ type: 'noticed', conversationId, upToSeq: seq });
      return;
    }
    confirmations.get(message.clientMessageId)?.('confirmed');
    outbox.confirm(message.clientMessageId);
  };

  const resume = (conversationId: string) => {
    const afterSeq = known.upTo(conversationId);
    // Not fetched yet: what is fetched will be new.
    if (afterSeq !== null) trySend({ type: 'resume', conversationId, afterSeq });
  };

  /** Catching up was too much at this moment, perhaps because of another tab, or the server could not answer. */
  const askAgain = (conversationId: string) => {
    if (asking.has(conversationId)) return;
    const again = () => {
      asking.delete(conversationId);
      if (watched.has(conversationId)) resume(conversationId);
    };
    asking.set(conversationId, setTimeout(again, socketTimings.askAgain));
  };

  /** Asks for what is missing, if the conversation has more than is known. */
  const catchUp = (conversation: Conversation) => {
    const upTo = watched.has(conversation.id) ? known.upTo(conversation.id) : null;
    if (upTo !== null && upTo < (conversation.lastMessage?.seq ?? 0)) resume(conversation.id);
  };

  /** Whatever has happened meanwhile was not said here. */
  const lookAgain = () => {
    for (const conversationId of watched.keys()) resume(conversationId);
    void refreshConversations(queries, new Set(watched.keys()));
    store.tell({ type: 'user' });
  };

  const trySend = (message: ClientMessage): boolean => {
    try {
      socket.send(message);
      return true;
    } catch {
      return false;
    }
  };

  const deliver = async (message: OutgoingMessage): Promise<DeliveryResult> => {
    if (!navigator.onLine) return 'unreachable';
    try {
      if ('bookId' in message.target) {
        const conversation = await calls.call('POST /api/conversations', {
          body: { ...message.target, buyerId: userId },
        });
        cacheConversation(queries, conversation);
        outbox.opened(message.target.bookId, conversation.id);
        store.set({ opened: { ...store.current().opened, [conversation.bookId]: conversation.id } });
        return await deliver({ ...message, target: { conversationId: conversation.id } });
      }
      const { content, clientMessageId, target } = message;
      const sending = { conversationId: target.conversationId, content, clientMessageId };
      const overSocket = await sendOverSocket(sending);
      if (overSocket !== 'unreachable') return overSocket;
      // The socket tells how the list looks now, if it was there before the message was.
      const wasThere = socket.isConnected;
      receiveMessage(await calls.call('POST /api/messages', { body: sending }));
      if (!wasThere) void refreshConversations(queries, new Set(watched.keys()));
      return 'confirmed';
    } catch (error) {
      return error instanceof ApiError ? toDelivered(error) : 'unreachable';
    }
  };

  const sendOverSocket = (sending: {
    conversationId: string;
    content: string;
    clientMessageId: string;
  }): Promise<DeliveryResult> => {
    if (!trySend({ type: 'send_message', ...sending })) return Promise.resolve('unreachable');
    return new Promise((resolve) => {
      const settle = (outcome: DeliveryResult) => {
        clearTimeout(timer);
        confirmations.delete(sending.clientMessageId);
        resolve(outcome);
      };
      const timer = setTimeout(() => settle('unreachable'), CONFIRM_TIMEOUT_MS);
      confirmations.set(sending.clientMessageId, settle);
    });
  };

  const outbox = new Outbox({
    userId,
    storage: storageOrNone(),
    changed: (outgoing) => store.set({ outgoing }),
    deliver,
  });

  const socket = new LiveSocket({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
    tokens: options.tokens,
    reconnectAfter: socketTimings.reconnect,
    receive: (message) => receive(message as ServerMessage),
    connected: (connected) => {
      store.set({ connected });
      if (!connected) {
        // Nobody will confirm these any more; they go out again when the socket is back, or over HTTP.
        for (const settle of confirmations.values()) settle('unreachable');
        return typing.clear();
      }
      if (wasConnected) lookAgain();
      else {
        // What came between the first fetch and this moment was told to nobody.
        void queries.invalidateQueries({ queryKey: keys.list });
        for (const conversationId of watched.keys()) resume(conversationId);
      }
      wasConnected = true;
      outbox.flush();
    },
  });

  const flush = () => outbox.flush();
  const reread = (event: StorageEvent) => {
    if (event.key === null || event.key.startsWith('bookswap:private:outbox:')) outbox.reread();
  };
  const trimming = setInterval(() => {
    const { received } = store.current();
    if (received.length > MAX_RECEIVED_MESSAGES)
      store.set({ received: received.slice(-MAX_RECEIVED_MESSAGES) });
  }, socketTimings.trimEvery);
  const flushing = setInterval(flush, FLUSH_INTERVAL_MS);
  addEventListener('online', flush);
  addEventListener('storage', reread);
  outbox.flush();

  return {
    send: (target, content) => void outbox.add(target, content),
    retry: (clientMessageId) => outbox.retry(clientMessageId),
    setTyping: (conversationId, isTyping) => void trySend({ type: 'typing', conversationId, isTyping }),
    watch(conversationId) {
      watched.set(conversationId, (watched.get(conversationId) ?? 0) + 1);
      resume(conversationId);
      return () => {
        const left = (watched.get(conversationId) ?? 1) - 1;
        if (left === 0) {
          watched.delete(conversationId);
          known.forget(conversationId);
        } else watched.set(conversationId, left);
      };
    },
    fetched(conversationId) {
      // What was received before may not stand in what was read at that moment.
      for (const message of store.current().received)
        if (message.conversationId === conversationId) cacheMessage(queries, message);
      known.forget(conversationId);
      resume(conversationId);
    },
    stop() {
      clearInterval(trimming);
      clearInterval(flushing);
      removeEventListener('online', flush);
      removeEventListener('storage', reread);
      for (const timer of asking.values()) clearTimeout(timer);
      typing.clear();
      outbox.stop();
      socket.stop();
    },
  };
}

function storageOrNone(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
