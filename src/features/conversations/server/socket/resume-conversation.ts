import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { SocketConnection } from '#platform/server/socket/connection.ts';
import type { KeyedTokenBuckets } from '#platform/server/socket/token-bucket.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { ServerMessage } from '#features/conversations/contract.ts';
import { MAX_RESUME_BYTES, RESUME_PAGE_SIZE, MAX_RESUME_PAGES } from '#features/conversations/rules.ts';
import { getOtherReadPosition } from '../get-other-participant.ts';
import { getConversation } from '../list-conversations.ts';
import { messagesAfter } from '../list-messages.ts';

type Missing = { conversationId: string; afterSeq: number };

/**
 * Answers who comes back: what was missed, in order, and how far that goes; then where the other side has read to, and the conversation as it is now, by
 * which it sees whether to ask on. Of one person and conversation one answer is under way at a time.
 * Throws 'too-many-requests', 'conversation-not-found'.
 */
export function createResumer(
  { database, clock }: Pick<ServerContext, 'database' | 'clock'>,
  allowance: KeyedTokenBuckets,
): (connection: SocketConnection, actor: Pick<Actor, 'id'>, missing: Missing) => Promise<void> {
  const underway = new Set<string>();
  return async (connection, actor, missing) => {
    const wait = allowance.take(actor.id, clock.now().getTime());
    if (wait > 0) throw commonProblem('too-many-requests', { retryAfter: wait });
    const key = `${actor.id} ${missing.conversationId}`;
    if (underway.has(key)) throw commonProblem('too-many-requests', { retryAfter: 1 });
    underway.add(key);
    try {
      await resume(database, connection, actor, missing);
    } finally {
      underway.delete(key);
    }
  };
}

async function resume(
  database: ServerContext['database'],
  connection: SocketConnection,
  actor: Pick<Actor, 'id'>,
  { conversationId, afterSeq }: Missing,
): Promise<void> {
  const send = (message: ServerMessage) => connection.send(message);
  const read = await getOtherReadPosition(database, actor, conversationId);
  let from = afterSeq;
  let upToSeq = afterSeq;
  let bytes = 0;
  for (let page = 0; page < MAX_RESUME_PAGES && bytes < MAX_RESUME_BYTES && connection.isOpen; page += 1) {
    const missed = await messagesAfter(database, actor, {
      conversationId,
      afterSeq: from,
      limit: RESUME_PAGE_SIZE,
    });
    for (const message of missed) {
      bytes += Buffer.byteLength(message.content) + MESSAGE_OVERHEAD_BYTES;
      if (bytes > MAX_RESUME_BYTES) break;
      send({ type: 'new_message', message });
      upToSeq = message.seq;
    }
    if (missed.length < RESUME_PAGE_SIZE) break;
    from = missed.at(-1)!.seq;
    await connection.drained();
  }
  // Before the conversation: by what it shows last it is seen whether to ask on.
  send({ type: 'resumed', conversationId, afterSeq, upToSeq });
  if (read !== null) send({ type: 'message_read', conversationId, ...read });
  send({ type: 'conversation', conversation: await getConversation(database.orm, actor, conversationId) });
}

/** What stands around a message's content on the line, in bytes. */
const MESSAGE_OVERHEAD_BYTES = 450;
