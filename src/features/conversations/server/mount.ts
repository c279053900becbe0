import type { Live } from '#features/live/server/public.ts';
import { type RateLimits, unlimited } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { mountCarryOver } from './events/carry-over.ts';
import { forwardConversationEvents } from './socket-messages/forward-conversation-events.ts';
import { createTypingForwarder } from './socket-messages/forward-typing.ts';
import { createResumer } from './socket-messages/resume-conversation.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { type Conversation, conversationEndpoints, conversationMessages, type Message } from '../contract.ts';
import { contentOf, lineText } from '../line-text.ts';
import { messageRateLimit, openConversationRateLimit, resumeRateLimit } from '../rules.ts';
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
  const limits = options.unlimited ? unlimited : context.limits;
  const { database, clock, localeOf } = context;
  context.endpoints.mount(conversationEndpoints, {
    'GET /api/conversations': async ({ actor, query, caller }) => {
      if (query.userId !== undefined && query.userId !== actor.id) throw commonProblem('user-mismatch');
      const page = await listConversations(database.orm, actor, query, clock.now());
      return { ...page, items: page.items.map((item) => wordConversation(item, localeOf(caller.language))) };
    },
    'POST /api/conversations': async ({ actor, body, caller }) => {
      await limits.consume(openConversationRateLimit, actor.id);
      const conversation = await openConversation(context, actor, body, options.unlimited);
      return wordConversation(conversation, localeOf(caller.language));
    },
    'GET /api/conversations/:id': async ({ actor, params, caller }) => {
      const stored = await getConversation(database.orm, actor, params.id, clock.now());
      const conversation = wordConversation(stored, localeOf(caller.language));
      const { reservation, buyerId } = conversation;
      if (reservation === null) return conversation;
      const handover = await readHandover({ id: reservation.id, isBuyer: buyerId === actor.id });
      return { ...conversation, reservation: { ...reservation, ...handover } };
    },
    'GET /api/conversations/:id/messages': async ({ actor, params, query, caller }) => {
      const paging = { ...query, conversationId: params.id };
      const page = await listMessages(context, actor, paging, clock.now());
      return { ...page, items: page.items.map((item) => wordMessage(item, localeOf(caller.language))) };
    },
    'POST /api/messages': async ({ actor, body }) => {
      await limits.consume(messageRateLimit, actor.id);
      return (await sendMessage(context, actor, body)).message;
    },
    'PATCH /api/messages/:id/read': async ({ actor, params, caller }) =>
      wordMessage(await markRead(context, actor, params.id), localeOf(caller.language)),
  });
  registerSocketMessages(context, live, limits);
  forwardConversationEvents(context, live);
  await mountCarryOver(context);
}

const wordMessage = (message: Message, locale: Locale): Message => ({
  ...message,
  content: lineText(message, locale) ?? message.content,
});

const wordConversation = ({ lastMessage, ...conversation }: Conversation, locale: Locale): Conversation => ({
  ...conversation,
  lastMessage: lastMessage && { ...lastMessage, content: contentOf(lastMessage, locale) },
});

/** What participants send over the socket: messages, typing, and requests for what they have missed. */
function registerSocketMessages(context: ServerContext, live: Live, limits: RateLimits): void {
  const typing = createTypingForwarder(context, limits);
  live.register({
    messages: {
      send_message: {
        schema: conversationMessages.send_message,
        limit: (userId) => limits.consume(messageRateLimit, userId),
        async handle(connection, actor, sending) {
          await context.diskSpace.throwIfFull();
          const { message, isNew } = await sendMessage(context, actor, sending);
          // A new message reaches all connections as an event. Only a repetition waits for this response.
          if (!isNew) connection.send({ type: 'new_message', message });
        },
      },
      typing: { schema: conversationMessages.typing, handle: typing.forward },
      resume: {
        schema: conversationMessages.resume,
        limit: (userId) => limits.consume(resumeRateLimit, userId),
        waitsForClient: true,
        handle: createResumer(context),
      },
    },
    topics: typing.topics,
  });
}
