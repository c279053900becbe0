import type { Live } from '#features/live/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { KeyedTokenBuckets, type RateLimit } from '#platform/server/socket/token-bucket.ts';
import { messageRateLimit, openConversationRateLimit, resumeRateLimit, typingRateLimit } from '../rules.ts';
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
  const { live, messageHook, unlimited = false } = options;
  const noLimit = { burst: Number.MAX_SAFE_INTEGER, perSecond: Number.MAX_SAFE_INTEGER };
  const buckets = (limit: RateLimit) => new KeyedTokenBuckets(unlimited ? noLimit : limit);
  const limits = {
    isLimited: !unlimited,
    messages: buckets(messageRateLimit),
    openings: buckets(openConversationRateLimit),
    resumes: buckets(resumeRateLimit),
    typing: buckets(typingRateLimit),
  };
  mountRoutes(context, limits, messageHook);
  registerMessages(context, live, limits, messageHook);
  forwardConversationEvents(context, live);
}

/** For joins and foreign keys; written by this feature alone. */
export { conversations, messages } from './table.ts';
