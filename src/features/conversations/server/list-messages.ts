import { and, asc, desc, eq, gt, lt } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/mount-calls.ts';
import type { Page } from '#platform/shared/contract.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { Message } from '../contract.ts';
import { conversationProblem, ofActor } from './list-conversations.ts';
import { conversations, messages } from './table.ts';

/**
 * A page of messages in ascending order, the newest page first; the cursor leads to older ones.
 * Throws 'conversation-not-found', 'invalid-request' for a foreign cursor.
 */
export async function listMessages(
  { orm }: Pick<Database, 'orm'>,
  actor: Pick<Actor, 'id'>,
  query: { conversationId: string; limit: number; cursor?: string | undefined },
): Promise<Page<Message>> {
  const beforeSeq = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  const rows = await orm
    .select({ message: messages })
    .from(conversations)
    .leftJoin(
      messages,
      and(
        eq(messages.conversationId, conversations.id),
        beforeSeq === undefined ? undefined : lt(messages.seq, beforeSeq),
      ),
    )
    .where(and(eq(conversations.id, query.conversationId), ofActor(actor)))
    .orderBy(desc(messages.seq))
    .limit(query.limit + 1);
  // No row at all: no such conversation. One row without a message: nothing in it.
  if (rows.length === 0) throw conversationProblem('conversation-not-found');
  const found = rows.flatMap(({ message }) => (message === null ? [] : [message]));
  const items = found.slice(0, query.limit).reverse();
  const oldest = items[0];
  return {
    items: items.map(asMessage),
    next:
      found.length > query.limit && oldest ? Buffer.from(`seq.${oldest.seq}`).toString('base64url') : null,
  };
}

/** What came after a place, in order: for catching up. The actor's part in the conversation is in the statement. */
export async function messagesAfter(
  { orm }: Pick<Database, 'orm'>,
  actor: Pick<Actor, 'id'>,
  query: { conversationId: string; afterSeq: number; limit: number },
): Promise<Message[]> {
  const rows = await orm
    .select({ message: messages })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(and(eq(conversations.id, query.conversationId), ofActor(actor), gt(messages.seq, query.afterSeq)))
    .orderBy(asc(messages.seq))
    .limit(query.limit);
  return rows.map(({ message }) => asMessage(message));
}

export function asMessage(row: typeof messages.$inferSelect): Message {
  return { ...row, readAt: row.readAt?.toISOString() ?? null, createdAt: row.createdAt.toISOString() };
}

function parseCursor(cursor: string): number {
  const match = /^seq\.(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match === null) throw commonProblem('invalid-request', { detail: 'This page address is not valid.' });
  return Number(match[1]);
}
