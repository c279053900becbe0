import type { Live } from '#features/live/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { RateLimiter, unlimited } from '#platform/server/rate-limits/rate-limiter.ts';
import { forwardConversationEvents } from './live/forward-conversation-events.ts';
import { registerMessages } from './live/register-messages.ts';
import { mountRoutes } from './routes.ts';
import type { MessageHook } from './send-message.ts';

export {
  countConversationsOfBook,
  countConversationsOfUser,
  countMessagesBetween,
} from './conversation-counts.ts';
export type { MessageHook } from './send-message.ts';
export { conversationPersonalData } from './personal-data.ts';
export { seedConversation } from './seed-conversation.ts';

export type ConversationsOptions = {
  live: Live;
  /** What else is written with every message. */
  messageHook?: MessageHook;
  /** No limits on how much one user writes (benchmarks). */
  unlimited?: boolean;
};

/** Conversations over HTTP and over the socket. Both have the same limits. */
export function mountConversations(context: ServerContext, options: ConversationsOptions): void {
  const { live, messageHook } = options;
  const limits = {
    isLimited: !options.unlimited,
    limiter: options.unlimited ? unlimited : new RateLimiter(context.clock),
  };
  mountRoutes(context, limits, messageHook);
  registerMessages(context, live, limits, messageHook);
  forwardConversationEvents(context, live);
}

/** For joins and foreign keys; written by this feature alone. */
export { conversations, messages } from './table.ts';
