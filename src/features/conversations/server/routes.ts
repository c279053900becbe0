import type { ServerContext } from '#platform/server/server-context.ts';
import type { RateLimits } from '#platform/server/rate-limits/rate-limiter.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { conversationEndpoints } from '../contract.ts';
import { messageRateLimit, openConversationRateLimit } from '../rules.ts';
import { getConversation, listConversations } from './list-conversations.ts';
import { listMessages } from './list-messages.ts';
import { markRead } from './mark-read.ts';
import { openConversation } from './open-conversation.ts';
import { type MessageHook, sendMessage } from './send-message.ts';

/** How much one user may do, over HTTP and the socket together. */
export type ConversationRateLimits = {
  isLimited: boolean;
  limiter: RateLimits;
};

export function mountRoutes(
  context: ServerContext,
  limits: ConversationRateLimits,
  messageHook: MessageHook | undefined,
): void {
  const { database } = context;
  const { isLimited, limiter } = limits;
  context.calls.mount(context.http, conversationEndpoints, {
    'GET /api/conversations': ({ actor, query }) => {
      if (query.userId !== undefined && query.userId !== actor.id) throw commonProblem('user-mismatch');
      return listConversations(database.orm, actor, query);
    },
    'POST /api/conversations': ({ actor, body }) => {
      limiter.consume(openConversationRateLimit, actor.id);
      return openConversation(context, actor, body, isLimited);
    },
    'GET /api/conversations/:id': ({ actor, params }) => getConversation(database.orm, actor, params.id),
    'GET /api/conversations/:id/messages': ({ actor, params, query }) =>
      listMessages(database, actor, { ...query, conversationId: params.id }),
    'POST /api/messages': async ({ actor, body }) => {
      limiter.consume(messageRateLimit, actor.id);
      return (await sendMessage(context, actor, body, messageHook)).message;
    },
    'PATCH /api/messages/:id/read': ({ actor, params }) => markRead(context, actor, params.id),
  });
}
