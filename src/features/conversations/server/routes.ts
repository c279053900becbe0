import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { KeyedTokenBuckets } from '#platform/server/socket/token-bucket.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { conversationEndpoints } from '../contract.ts';
import { getConversation, listConversations } from './list-conversations.ts';
import { listMessages } from './list-messages.ts';
import { markRead } from './mark-read.ts';
import { openConversation } from './open-conversation.ts';
import { type MessageHook, sendMessage } from './send-message.ts';

/** How much one user may do, over HTTP and the socket together. */
export type ConversationRateLimits = {
  isLimited: boolean;
  messages: KeyedTokenBuckets;
  openings: KeyedTokenBuckets;
  resumes: KeyedTokenBuckets;
  /** By user and conversation. */
  typing: KeyedTokenBuckets;
};

export function mountRoutes(
  context: ServerContext,
  limits: ConversationRateLimits,
  messageHook: MessageHook | undefined,
): void {
  const { database, clock } = context;
  const throwIfExceeded = (buckets: KeyedTokenBuckets, actor: Actor) => {
    const wait = buckets.take(actor.id, clock.now().getTime());
    if (wait > 0) throw commonProblem('too-many-requests', { retryAfter: wait });
  };
  context.calls.mount(context.http, conversationEndpoints, {
    'GET /api/conversations': ({ actor, query }) => {
      if (query.userId !== undefined && query.userId !== actor.id) throw commonProblem('user-mismatch');
      return listConversations(database.orm, actor, query);
    },
    'POST /api/conversations': ({ actor, body }) => {
      throwIfExceeded(limits.openings, actor);
      return openConversation(context, actor, body, limits.isLimited);
    },
    'GET /api/conversations/:id': ({ actor, params }) => getConversation(database.orm, actor, params.id),
    'GET /api/conversations/:id/messages': ({ actor, params, query }) =>
      listMessages(database, actor, { ...query, conversationId: params.id }),
    'POST /api/messages': async ({ actor, body }) => {
      throwIfExceeded(limits.messages, actor);
      return (await sendMessage(context, actor, body, messageHook)).message;
    },
    'PATCH /api/messages/:id/read': ({ actor, params }) => markRead(context, actor, params.id),
  });
}
