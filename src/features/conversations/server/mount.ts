import type { Live } from '#features/live/server/public.ts';
import { unlimited } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import type { ConversationRateLimits } from './conversation-rate-limits.ts';
import {
  carryOverMessages,
  carryOverPush,
  type FormerPush,
  selectFormerMessages,
} from './events/carry-over.ts';
import { forwardConversationEvents } from './socket-messages/forward-conversation-events.ts';
import { registerMessages } from './socket-messages/register-messages.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { conversationEndpoints } from '../contract.ts';
import { messageRateLimit, openConversationRateLimit } from '../rules.ts';
import { getConversation, listConversations } from './list-conversations.ts';
import { listMessages } from './list-messages.ts';
import { markRead } from './mark-read.ts';
import { openConversation } from './open-conversation.ts';
import { sendMessage } from './send-message.ts';

type ConversationsOptions = {
  live: Live;
  /** The code that the buyer of a reservation shows at the handover; for the seller, its pause. */
  readHandover: (reservation: {
    id: string;
    isBuyer: boolean;
  }) => Promise<{ code?: string; pausedUntil?: string }>;
  /** No limits on how much one user writes (benchmarks). */
  unlimited?: boolean;
};

/** Conversations over HTTP and over the socket. Both have the same limits. */
export async function mountConversations(
  context: ServerContext,
  options: ConversationsOptions,
): Promise<void> {
  const { live, readHandover } = options;
  const limits = {
    isLimited: !options.unlimited,
    limiter: options.unlimited ? unlimited : context.limits,
  };
  mountRoutes(context, limits, { readHandover });
  registerMessages(context, live, limits);
  forwardConversationEvents(context, live);
  // Jobs of processes of version 0.1.0.
  await context.jobs.handle<FormerPush>('send-push-notification', (job) => carryOverPush(context, job));
  await context.jobs.schedule('carry-over-messages', '* * * * *', () => carryOverMessages(context), {
    due: selectFormerMessages,
  });
}

function mountRoutes(
  context: ServerContext,
  limits: ConversationRateLimits,
  { readHandover }: Pick<ConversationsOptions, 'readHandover'>,
): void {
  const { database, clock } = context;
  const { isLimited, limiter } = limits;
  context.endpoints.mount(conversationEndpoints, {
    'GET /api/conversations': ({ actor, query }) => {
      if (query.userId !== undefined && query.userId !== actor.id) throw commonProblem('user-mismatch');
      return listConversations(database.orm, actor, query, clock.now());
    },
    'POST /api/conversations': async ({ actor, body }) => {
      await limiter.consume(openConversationRateLimit, actor.id);
      return openConversation(context, actor, body, isLimited);
    },
    'GET /api/conversations/:id': async ({ actor, params }) => {
      const conversation = await getConversation(database.orm, actor, params.id, clock.now());
      const { reservation, buyerId } = conversation;
      if (reservation === null) return conversation;
      const handover = await readHandover({ id: reservation.id, isBuyer: buyerId === actor.id });
      return { ...conversation, reservation: { ...reservation, ...handover } };
    },
    'GET /api/conversations/:id/messages': ({ actor, params, query }) =>
      listMessages(context, actor, { ...query, conversationId: params.id }, clock.now()),
    'POST /api/messages': async ({ actor, body }) => {
      await limiter.consume(messageRateLimit, actor.id);
      return (await sendMessage(context, actor, body)).message;
    },
    'PATCH /api/messages/:id/read': ({ actor, params }) => markRead(context, actor, params.id),
  });
}
