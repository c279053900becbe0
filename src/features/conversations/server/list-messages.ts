import { and, asc, desc, gt, lte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { decodeCursor, encodeCursor, type Paging, rowsForPage, toPage } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { Message } from '../contract.ts';
import { MAX_SEQ } from '../rules.ts';
import { messageForReader, selectMessages, toStoredMessage } from './messages/message-rows.ts';
import { getOtherParticipant } from './get-other-participant.ts';
import { isParticipant } from './conversation-conditions.ts';
import { conversations, messages } from './table.ts';

const place = z.strictObject({
  beforeSeq: z.int().min(1).max(MAX_SEQ),
});

type MessageContext = Pick<ServerContext, 'database' | 'publicUrl' | 'market'>;

/** A withheld message is visible to its sender only: a gap for the receiver. */
const visibleTo = (actor: Pick<Actor, 'id'>): SQL =>
  sql`(not ${messages.isWithheld} or ${messages.senderId} = ${actor.id})`;

/**
 * A page of messages in ascending order, the newest page first; the cursor leads to older ones.
 * Throws 'conversation-not-found', 'invalid-request' for a foreign cursor.
 */
export async function listMessages(
  context: MessageContext,
  actor: Pick<Actor, 'id'>,
  query: Paging & { conversationId: string },
  now: Date,
): Promise<Page<Message>> {
  const { orm } = context.database;
  const beforeSeq = query.cursor === undefined ? undefined : decodeCursor(query.cursor, place).beforeSeq;
  const upToSeq = beforeSeq === undefined ? MAX_SEQ : beforeSeq - 1;
  const found = await selectMessages(orm)
    .where(and(inOwn(actor, query.conversationId), visibleTo(actor), lte(messages.seq, upToSeq)))
    .orderBy(desc(messages.seq))
    .limit(rowsForPage(query.limit))
    .prepare('message-page')
    .execute();
  // No messages, or not a conversation of the actor.
  if (found.length === 0) await getOtherParticipant({ orm }, actor, query.conversationId, now);
  const page = toPage(found, query.limit, (oldest) => encodeCursor({ beforeSeq: oldest.seq }));
  const items = page.items
    .reverse()
    .map((row) => messageForReader(context, toStoredMessage(row, now), actor.id));
  return { items, next: page.next };
}

/** The messages after a `seq`, in order. The statement checks that the actor is a participant. */
export async function messagesAfter(
  context: MessageContext,
  actor: Pick<Actor, 'id'>,
  query: { conversationId: string; afterSeq: number; limit: number },
  now: Date,
): Promise<Message[]> {
  const rows = await selectMessages(context.database.orm)
    .where(and(inOwn(actor, query.conversationId), visibleTo(actor), gt(messages.seq, query.afterSeq)))
    .orderBy(asc(messages.seq))
    .limit(query.limit)
    .prepare('messages-after')
    .execute();
  return rows.map((row) => messageForReader(context, toStoredMessage(row, now), actor.id));
}

/** A subquery: with a join, the planner reads and sorts the whole conversation for every page. */
const inOwn = (actor: Pick<Actor, 'id'>, conversationId: string): SQL =>
  sql`${messages.conversationId} = ${conversationId} and exists (
    select from ${conversations} where ${conversations.id} = ${conversationId} and ${isParticipant(actor)})`;
