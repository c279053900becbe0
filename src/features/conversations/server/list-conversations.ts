import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { encodeKeyset, orderByKeyset, toPage } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import { conversationProblem, type Conversation } from '../contract.ts';
import { isParticipant } from './conversation-conditions.ts';
import { type ListQuery, selectConversationPage } from './select-conversation-page.ts';
import type { DatabaseReader } from './messages/message-rows.ts';
import { toConversation, selectConversation } from './select-conversation.ts';
import { conversations } from './table.ts';

/** The actor's conversations, the newest message first. Throws 'invalid-request' for a foreign cursor. */
export async function listConversations(
  reader: DatabaseReader,
  actor: Pick<Actor, 'id'>,
  query: ListQuery,
  now: Date,
): Promise<Page<Conversation>> {
  const page = selectConversationPage(reader, actor, query);
  const rows = await selectConversation(reader)
    .innerJoin(page, eq(page.id, conversations.id))
    .orderBy(...orderByKeyset({ at: page.lastMessageAt, id: page.id }));
  const items = rows.map((row) => toConversation(row, actor.id, now));
  return toPage(items, query.limit, (last) =>
    encodeKeyset({ at: new Date(last.lastMessageAt), id: last.id }),
  );
}

/** One conversation of the actor. Throws 'conversation-not-found'. */
export async function getConversation(
  reader: DatabaseReader,
  actor: Pick<Actor, 'id'>,
  id: string,
  now: Date,
): Promise<Conversation> {
  const [row] = await selectConversation(reader)
    .where(and(eq(conversations.id, id), isParticipant(actor)))
    .prepare('own-conversation')
    .execute();
  if (row === undefined) throw conversationProblem('conversation-not-found');
  return toConversation(row, actor.id, now);
}

/**
 * Reads a conversation as each participant sees it, for events; null if it is deleted. The statement is built
 * once: building takes longer than running, and it runs for every message.
 */
export function prepareConversationForBoth(
  reader: DatabaseReader,
  clock: Clock,
): (id: string) => Promise<{ buyer: Conversation; seller: Conversation } | null> {
  const statement = selectConversation(reader)
    .where(eq(conversations.id, sql.placeholder('id')))
    .prepare('conversation-for-both');
  return async (id) => {
    const [row] = await statement.execute({ id });
    if (row === undefined) return null;
    const { buyerId, sellerId } = row.conversation;
    const now = clock.now();
    return { buyer: toConversation(row, buyerId, now), seller: toConversation(row, sellerId, now) };
  };
}
