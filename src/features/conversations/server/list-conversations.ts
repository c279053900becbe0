import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '#platform/server/http/mount-calls.ts';
import { writeKeyset } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/contract.ts';
import { problemFactory } from '#platform/shared/problem.ts';
import { type Conversation, conversationProblems } from '../contract.ts';
import { type ListQuery, pageOfList } from './page-of-list.ts';
import { asShownTo, type Reader, selectShown } from './shown-conversation.ts';
import { conversations } from './table.ts';

export const conversationProblem = problemFactory(conversationProblems);

/** A person's conversations, the one with the newest message first. Throws 'invalid-request' for a foreign cursor. */
export async function listConversations(
  reader: Reader,
  actor: Pick<Actor, 'id'>,
  query: ListQuery,
): Promise<Page<Conversation>> {
  const page = pageOfList(reader, actor, query);
  const rows = await selectShown(reader)
    .innerJoin(page, eq(page.id, conversations.id))
    .orderBy(desc(page.lastMessageAt), desc(page.id));
  const items = rows.slice(0, query.limit).map((row) => asShownTo(row, actor.id));
  const last = items.at(-1);
  return {
    items,
    next:
      rows.length > query.limit && last
        ? writeKeyset({ at: new Date(last.lastMessageAt), id: last.id })
        : null,
  };
}

/** One conversation of the actor's. Throws 'conversation-not-found'. */
export async function getConversation(
  reader: Reader,
  actor: Pick<Actor, 'id'>,
  id: string,
): Promise<Conversation> {
  const [row] = await selectShown(reader)
    .where(and(eq(conversations.id, id), ofActor(actor)))
    .prepare('own-conversation')
    .execute();
  if (row === undefined) throw conversationProblem('conversation-not-found');
  return asShownTo(row, actor.id);
}

/**
 * Finds a conversation as each of its two people sees it; null if it is gone. For telling them, not for who asks. The statement is
 * built once: that takes longer than to run it, and it is run for every message.
 */
export function prepareConversationForBoth(
  reader: Reader,
): (id: string) => Promise<{ buyer: Conversation; seller: Conversation } | null> {
  const statement = selectShown(reader)
    .where(eq(conversations.id, sql.placeholder('id')))
    .prepare('conversation-for-both');
  return async (id) => {
    const [row] = await statement.execute({ id });
    if (row === undefined) return null;
    const { buyerId, sellerId } = row.conversation;
    return { buyer: asShownTo(row, buyerId), seller: asShownTo(row, sellerId) };
  };
}

/** The actor takes part in the conversation. Stands in the WHERE of every statement that touches one. */
export const ofActor = (actor: Pick<Actor, 'id'>): SQL =>
  sql`(${conversations.buyerId} = ${actor.id} or ${conversations.sellerId} = ${actor.id})`;
