import type { LiveConnection } from '#features/live/server/public.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { MAX_RESUME_BYTES, RESUME_PAGE_SIZE, MAX_RESUME_PAGES } from '../../rules.ts';
import { getOtherReadPosition } from '../get-other-participant.ts';
import { getConversation } from '../list-conversations.ts';
import { messagesAfter } from '../list-messages.ts';

type ResumeContext = Pick<ServerContext, 'database' | 'endpoints' | 'clock' | 'publicUrl' | 'market'>;
type Gap = { conversationId: string; afterSeq: number };

/** What a message adds to its content on the wire. */
const MESSAGE_OVERHEAD_BYTES = 500;

/**
 * Answers `resume`: the missed messages in order, then `resumed` with the last of them, then the read
 * position of the other participant and the conversation, by which the browser sees whether to resume again.
 * One response per user and conversation at a time. Throws 'too-many-requests', 'conversation-not-found'.
 */
export function createResumer(
  context: ResumeContext,
): (connection: LiveConnection, actor: Pick<Actor, 'id'>, gap: Gap) => Promise<void> {
  const running = new Set<string>();
  return async (connection, actor, gap) => {
    const key = `${actor.id} ${gap.conversationId}`;
    if (running.has(key)) throw commonProblem('too-many-requests', { retryAfter: 1 });
    running.add(key);
    try {
      await resume(context, connection, actor, gap);
    } finally {
      running.delete(key);
    }
  };
}

async function resume(
  context: ResumeContext,
  connection: LiveConnection,
  actor: Pick<Actor, 'id'>,
  { conversationId, afterSeq }: Gap,
): Promise<void> {
  const { database, endpoints, clock } = context;
  const read = await endpoints.inTurn(actor, connection, () =>
    getOtherReadPosition(database, actor, conversationId),
  );
  const upToSeq = await sendMissedMessages(context, connection, actor, { conversationId, afterSeq });
  // This comes before the conversation, whose last message tells the browser whether to resume again.
  connection.send({ type: 'resumed', conversationId, afterSeq, upToSeq });
  if (read !== null) connection.send({ type: 'message_read', conversationId, ...read });
  const conversation = await endpoints.inTurn(actor, connection, () =>
    getConversation(database.orm, actor, conversationId, clock.now()),
  );
  connection.send({ type: 'conversation', conversation });
}

/** Returns the last `seq` that was sent. */
async function sendMissedMessages(
  context: ResumeContext,
  connection: LiveConnection,
  actor: Pick<Actor, 'id'>,
  { conversationId, afterSeq }: Gap,
): Promise<number> {
  let from = afterSeq;
  let upToSeq = afterSeq;
  let bytes = 0;
  for (let page = 0; page < MAX_RESUME_PAGES && bytes < MAX_RESUME_BYTES && connection.isOpen; page += 1) {
    const next = { conversationId, afterSeq: from, limit: RESUME_PAGE_SIZE };
    const missed = await context.endpoints.inTurn(actor, connection, () =>
      messagesAfter(context, actor, next, context.clock.now()),
    );
    for (const message of missed) {
      bytes += Buffer.byteLength(message.content) + MESSAGE_OVERHEAD_BYTES;
      if (bytes > MAX_RESUME_BYTES) break;
      connection.send({ type: 'new_message', message });
      upToSeq = message.seq;
    }
    if (missed.length < RESUME_PAGE_SIZE) break;
    from = missed.at(-1)!.seq;
    await connection.drained();
  }
  return upToSeq;
}
