import { and, asc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { books } from '#features/books/server/table.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { contentOf } from '../line-text.ts';
import { otherParticipantId } from '../rules.ts';
import { conversationsDeleted } from './conversation-events.ts';
import { lineFactsSql, type StoredLine } from './messages/joined-parts.ts';
import { conversations, messages } from './table.ts';

const isOf = (userId: string) => or(eq(conversations.buyerId, userId), eq(conversations.sellerId, userId));

/** A conversation is deleted with either participant. The browsers of the other participant fetch again. */
export const conversationPersonalData = (events: EventBus): PersonalDataHandler => ({
  name: 'conversations',
  export: exportConversations,
  async remove(tx, { id }) {
    const { buyerId, sellerId } = conversations;
    const gone = await tx.delete(conversations).where(isOf(id)).returning({ buyerId, sellerId });
    const others = new Set(gone.map((conversation) => otherParticipantId(conversation, id)));
    for (const userId of others) events.publish(conversationsDeleted, { userId });
  },
});

/** Everything a user has written and received, for the file of their own data. */
export async function exportConversations({ orm }: Pick<Database, 'orm'>, userId: string, locale: Locale) {
  const found = await orm
    .select({ conversation: conversations, title: books.title })
    .from(conversations)
    .innerJoin(books, eq(books.id, conversations.bookId))
    .where(isOf(userId))
    .orderBy(asc(conversations.createdAt));
  const exported = [];
  for (const { conversation, title } of found) {
    const rows = await orm
      .select({
        ...getTableColumns(messages),
        line: sql<StoredLine | null>`${sql.raw(lineFactsSql('messages'))}`,
      })
      .from(messages)
      .where(
        and(
          eq(messages.conversationId, conversation.id),
          or(eq(messages.isWithheld, false), eq(messages.senderId, userId)),
        ),
      )
      .orderBy(asc(messages.seq));
    exported.push({
      id: conversation.id,
      book: title,
      withUserId: otherParticipantId(conversation, userId),
      createdAt: conversation.createdAt.toISOString(),
      messages: rows.map((row) => {
        const isSender = row.senderId === userId;
        // An event for both is received by each: whether the other participant has read it is theirs.
        const isForBoth = row.event?.isForBoth === true;
        const readAt = isSender && isForBoth ? row.senderReadAt : row.readAt;
        return {
          sentByYou: isSender && !isForBoth,
          content: contentOf(row, locale),
          createdAt: row.createdAt.toISOString(),
          readAt: readAt?.toISOString() ?? null,
        };
      }),
    });
  }
  return exported;
}
