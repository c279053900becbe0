import type { Actor } from '#platform/server/http/mount-calls.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Connection } from '#platform/server/socket/connection.ts';
import type { TokenBuckets } from '#platform/server/socket/token-bucket.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { ServerMessage } from '../contract.ts';
import { resumeBytes, resumePage, resumePages } from '../rules.ts';
import { otherReadSeq } from './find-people.ts';
import { getConversation } from './list-conversations.ts';
import { messagesAfter } from './list-messages.ts';

type Missing = { conversationId: string; afterSeq: number };

/**
 * Answers who comes back: what was missed, in order, and how far that goes; then where the other side has read to, and the conversation as it is now, by
 * which it sees whether to ask on. Of one person and conversation one answer is under way at a time.
 * Throws 'too-many-requests', 'conversation-not-found'.
 */
export function createResumer(
  { database, clock }: Pick<ServerContext, 'database' | 'clock'>,
  allowance: TokenBuckets,
): (connection: Connection, actor: Pick<Actor, 'id'>, missing: Missing) => Promise<void> {
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
  connection: Connection,
  actor: Pick<Actor, 'id'>,
  { conversationId, afterSeq }: Missing,
): Promise<void> {
  const send = (message: ServerMessage) => connection.send(message);
  const read = await otherReadSeq(database, actor, conversationId);
  let from = afterSeq;
  let upToSeq = afterSeq;
  let bytes = 0;
  for (let page = 0; page < resumePages && bytes < resumeBytes && connection.isOpen; page += 1) {
    const missed = await messagesAfter(database, actor, {
      conversationId,
      afterSeq: from,
      limit: resumePage,
    });
    for (const message of missed) {
      bytes += Buffer.byteLength(message.content) + bytesAround;
      if (bytes > resumeBytes) break;
      send({ type: 'new_message', message });
      upToSeq = message.seq;
    }
    if (missed.length < resumePage) break;
    from = missed.at(-1)!.seq;
    await connection.drained();
  }
  // Before the conversation: by what it shows last it is seen whether to ask on.
  send({ type: 'resumed', conversationId, afterSeq, upToSeq });
  if (read !== null) send({ type: 'message_read', conversationId, ...read });
  send({ type: 'conversation', conversation: await getConversation(database.orm, actor, conversationId) });
}

/** What stands around a message's content on the line, in bytes. */
const bytesAround = 450;
