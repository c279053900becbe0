import { type AnyColumn, and, eq, isNotNull, not, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import {
  afterCursor,
  decodeKeyset,
  orderByKeyset,
  type Paging,
  rowsForPage,
} from '#platform/server/keyset.ts';
import type { Side } from '../rules.ts';
import { isBlocking } from './conversation-conditions.ts';
import type { DatabaseReader } from './messages/message-rows.ts';
import { lastVisible } from './select-conversation.ts';
import { conversations } from './table.ts';

const keyset = { at: conversations.lastMessageAt, id: conversations.id };

export type ListQuery = Paging & { bookId?: string | undefined };

/**
 * The conversations of a page of the actor's list, with the time that orders them. A conversation with a
 * blocked user is included if it has earlier messages. With `bookId` it is always included: it decides
 * whether another can be opened.
 */
export function selectConversationPage(reader: DatabaseReader, actor: Pick<Actor, 'id'>, query: ListQuery) {
  const start = decodeKeyset(query.cursor);
  const ofSide = (side: Side): SQL | undefined =>
    and(
      eq(side === 'buyer' ? conversations.buyerId : conversations.sellerId, actor.id),
      query.bookId === undefined ? undefined : eq(conversations.bookId, query.bookId),
    );
  const saidOrOpen = (side: Side, lastId: AnyColumn | SQL): SQL | undefined =>
    query.bookId === undefined ? or(isNotNull(lastId), not(isBlocking(side))) : undefined;
  const isHidden = sql`(${conversations.lastMessageIsWithheld} and ${conversations.lastMessageSenderId} <> ${actor.id})`;

  // Each side has its index. A condition with OR would sort all conversations of the user for every page.
  const arm = (side: Side) =>
    reader
      .select({ id: conversations.id, lastMessageAt: sql<Date>`${conversations.lastMessageAt}`.as('at') })
      .from(conversations)
      .where(
        and(
          ofSide(side),
          sql`not ${isHidden}`,
          saidOrOpen(side, conversations.lastMessageId),
          afterCursor(keyset, start),
        ),
      )
      .orderBy(...orderByKeyset(keyset))
      .limit(rowsForPage(query.limit));
  // A withheld message does not move a conversation in the list of its receiver. One that begins with it is
  // not included.
  const withheldArm = (side: Side) => {
    const visible = lastVisible(reader);
    const at = sql<Date>`coalesce(${visible.createdAt}, ${conversations.createdAt})`;
    return reader
      .select({ id: conversations.id, lastMessageAt: at.as('at') })
      .from(conversations)
      .leftJoinLateral(visible, sql`true`)
      .where(
        and(
          ofSide(side),
          isHidden,
          side === 'seller' ? sql`${visible.id} is not null` : saidOrOpen(side, sql`${visible.id}`),
          afterCursor({ at, id: conversations.id }, start),
        ),
      )
      .orderBy(...orderByKeyset({ at, id: conversations.id }))
      .limit(rowsForPage(query.limit));
  };
  return unionAll(arm('buyer'), arm('seller'), withheldArm('buyer'), withheldArm('seller'))
    .orderBy(sql`at desc, id desc`)
    .limit(rowsForPage(query.limit))
    .as('page');
}
