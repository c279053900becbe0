import type { EventBus } from '#platform/server/events/event-bus.ts';
import type { Message } from '../contract.ts';

type People = { conversationId: string; buyerId: string; sellerId: string };

/** What happened in a conversation, told after the commit. */
export type Activity = People &
  (
    | { kind: 'opened' }
    | { kind: 'message'; message: Message }
    | { kind: 'read'; readerId: string; upToSeq: number; readAt: string }
  );

export type Typing = { conversationId: string; senderId: string; receiverId: string; isTyping: boolean };

const activityTopic = 'conversation-activity';
const typingTopic = 'conversation-typing';

export const publishActivity = (events: EventBus, activity: Activity): void =>
  events.publish(activityTopic, activity);
export const publishTyping = (events: EventBus, typing: Typing): void => events.publish(typingTopic, typing);

export const onActivity = (events: EventBus, listener: (activity: Activity) => void): (() => void) =>
  events.subscribe(activityTopic, (payload) => listener(payload as Activity));
export const onTyping = (events: EventBus, listener: (typing: Typing) => void): (() => void) =>
  events.subscribe(typingTopic, (payload) => listener(payload as Typing));
