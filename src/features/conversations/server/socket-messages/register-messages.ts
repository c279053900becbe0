import type { Live } from '#features/live/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { conversationMessages } from '../../contract.ts';
import { messageRateLimit, resumeRateLimit } from '../../rules.ts';
import type { ConversationRateLimits } from '../conversation-rate-limits.ts';
import { sendMessage } from '../send-message.ts';
import { createTypingForwarder } from './forward-typing.ts';
import { createResumer } from './resume-conversation.ts';

/**
 * Registers what participants send over the socket: messages, typing, and requests for what they have missed.
 */
export function registerMessages(
  context: ServerContext,
  live: Live,
  { limiter }: ConversationRateLimits,
): void {
  const typing = createTypingForwarder(context, limiter);
  live.register({
    messages: {
      send_message: {
        schema: conversationMessages.send_message,
        limit: (userId) => limiter.consume(messageRateLimit, userId),
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
        limit: (userId) => limiter.consume(resumeRateLimit, userId),
        waitsForClient: true,
        handle: createResumer(context),
      },
    },
    topics: typing.topics,
  });
}
