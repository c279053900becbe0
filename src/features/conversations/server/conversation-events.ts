import { defineTopic } from '#platform/server/events/event-bus.ts';
import type { Message } from '../contract.ts';

type Participants = { conversationId: string; buyerId: string; sellerId: string };

export type ConversationActivity = Participants &
  (
    | { kind: 'opened' }
    /** Withheld, it is for its sender alone. */
    | { kind: 'message'; message: Message; isWithheld: boolean }
    /** Silent: the other person has blocked the reader, and hears nothing of it. */
    | { kind: 'read'; readerId: string; upToSeq: number; readAt: string; silent: boolean }
  );

/** What happened in a conversation. */
export const conversationActivity = defineTopic<ConversationActivity>('conversation-activity');

/** Conversations of this person are no more, since the other side is gone. */
export const conversationsDeleted = defineTopic<{ userId: string }>('conversations-deleted');

export const conversationTyping = defineTopic<{
  conversationId: string;
  senderId: string;
  receiverId: string;
  isTyping: boolean;
}>('conversation-typing');
