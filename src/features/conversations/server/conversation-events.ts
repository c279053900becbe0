import { defineTopic } from '#platform/server/events/event-bus.ts';
import type { Message } from '../contract.ts';

type People = { conversationId: string; buyerId: string; sellerId: string };

export type Activity = People &
  (
    | { kind: 'opened' }
    | { kind: 'message'; message: Message }
    | { kind: 'read'; readerId: string; upToSeq: number; readAt: string }
  );

/** What happened in a conversation. */
export const conversationActivity = defineTopic<Activity>('conversation-activity');

export const conversationTyping = defineTopic<{
  conversationId: string;
  senderId: string;
  receiverId: string;
  isTyping: boolean;
}>('conversation-typing');
