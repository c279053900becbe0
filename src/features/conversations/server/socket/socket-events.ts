import { busResumed } from '#platform/server/events/event-bus.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { closeCode } from '#platform/server/socket/connection.ts';
import type { SocketServer } from '#platform/server/socket/socket-server.ts';
import { sessionsEnded, userChanged, userDeleted } from '#features/accounts/server/public.ts';
import { blockChanged } from '#features/blocks/server/public.ts';
import { bookChanged } from '#features/books/server/public.ts';
import type { ServerMessage } from '#features/conversations/contract.ts';
import { BOOK_EVENT_THROTTLE_MS, otherParticipantId } from '#features/conversations/rules.ts';
import { conversationActivity, conversationsDeleted, conversationTyping } from '../conversation-events.ts';
import { prepareConversationForBoth } from '../list-conversations.ts';
import { createResync } from './resync-after-gap.ts';

/**
 * Says to the connected people what happened, in whatever process it happened. Messages travel in the event; how a conversation
 * stands differs for its two people and is read for those of them who are connected here.
 */
export function forwardEvents(
  { events, database, log }: Pick<ServerContext, 'events' | 'database' | 'log'>,
  server: SocketServer,
  pace = BOOK_EVENT_THROTTLE_MS,
): () => void {
  const say = (user: string, message: ServerMessage) => server.sendToUser(user, message);
  const conversationForBoth = prepareConversationForBoth(database.orm);
  const publishConversation = serializePerConversation(async (conversationId: string) => {
    try {
      const both = await conversationForBoth(conversationId);
      // Gone meanwhile, with one of its people.
      if (both === null) return;
      const { buyer, seller } = both;
      // Whoever has blocked the other hears nothing of them.
      if (!buyer.youBlocked) say(buyer.buyerId, { type: 'conversation', conversation: buyer });
      if (!seller.youBlocked) say(seller.sellerId, { type: 'conversation', conversation: seller });
    } catch (error) {
      log.warn({ err: error }, 'a conversation could not be read for its people');
    }
  });
  const publishToBoth = (activity: { conversationId: string; buyerId: string; sellerId: string }) => {
    if (server.isConnected(activity.buyerId) || server.isConnected(activity.sellerId))
      publishConversation(activity.conversationId);
  };
  const closeGone = (user: string) => {
    const last: ServerMessage = {
      type: 'error',
      message: 'Authentication has been withdrawn',
      code: 'token-invalid',
    };
    server.closeUser(user, closeCode.policy, 'This account is gone', last);
  };
  /** Whoever may stay comes back with a new token, and goes on where they were. */
  const proveAnew = (user: string) => {
    const last: ServerMessage = {
      type: 'error',
      message: 'Authentication has to be renewed',
      code: 'token-invalid',
    };
    server.closeUser(user, closeCode.policy, 'Some sessions were ended', last);
  };
  const recovery = createResync({ database, log }, server, closeGone);
  const books = throttle(pace, (bookId) =>
    server.broadcast({ type: 'book', bookId } satisfies ServerMessage),
  );

  const subscriptions = [
    events.subscribe(conversationActivity, (activity) => {
      if (activity.kind === 'message') {
        const { message, isWithheld } = activity;
        for (const user of [activity.buyerId, activity.sellerId]) {
          if (!isWithheld || user === message.senderId) say(user, { type: 'new_message', message });
        }
      } else if (activity.kind === 'read' && !activity.silent) {
        const { conversationId, upToSeq, readAt } = activity;
        // To the one whose messages were read.
        say(otherParticipantId(activity, activity.readerId), {
          type: 'message_read',
          conversationId,
          upToSeq,
          readAt,
        });
      }
      publishToBoth(activity);
    }),
    events.subscribe(conversationTyping, ({ conversationId, senderId, receiverId, isTyping }) => {
      say(receiverId, { type: 'typing', conversationId, senderId, isTyping });
    }),
    // Their other screens may show what is to be left out now, or leave out what is to be shown.
    events.subscribe(blockChanged, ({ blockerId }) => say(blockerId, { type: 'missed' })),
    events.subscribe(bookChanged, ({ bookId }) => books.changed(bookId)),
    events.subscribe(userChanged, ({ userId }) => say(userId, { type: 'user' })),
    events.subscribe(sessionsEnded, ({ userId }) => proveAnew(userId)),
    events.subscribe(conversationsDeleted, ({ userId }) => say(userId, { type: 'missed' })),
    events.subscribe(userDeleted, ({ userId }) => closeGone(userId)),
    events.subscribe(busResumed, () => recovery.begin()),
  ];
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe();
    recovery.stop();
    books.stop();
  };
}

/**
 * Of one conversation only one reading is under way, and one more follows if something happened meanwhile: an older state never
 * arrives after a newer one, and a burst of messages is not a burst of queries.
 */
function serializePerConversation(read: (conversationId: string) => Promise<void>) {
  const underway = new Map<string, { again: boolean }>();
  const run = async (conversationId: string) => {
    const state = { again: true };
    underway.set(conversationId, state);
    while (state.again) {
      state.again = false;
      await read(conversationId);
    }
    underway.delete(conversationId);
  };
  return (conversationId: string): void => {
    const state = underway.get(conversationId);
    if (state !== undefined) state.again = true;
    else void run(conversationId);
  };
}

/**
 * Tells the first change of a thing at once and further ones together, `pace` milliseconds later at the earliest: the last one is
 * always told.
 */
function throttle(pace: number, tell: (id: string) => void) {
  const quiet = new Map<string, { again: boolean; timer: NodeJS.Timeout }>();
  const say = (id: string) => {
    const timer = setTimeout(() => {
      const { again } = quiet.get(id)!;
      quiet.delete(id);
      if (again) say(id);
    }, pace).unref();
    quiet.set(id, { again: false, timer });
    tell(id);
  };
  return {
    changed(id: string): void {
      const state = quiet.get(id);
      if (state === undefined) say(id);
      else state.again = true;
    },
    stop(): void {
      for (const { timer } of quiet.values()) clearTimeout(timer);
      quiet.clear();
    },
  };
}
