import { and, asc, eq, or } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { books } from '#features/books/server/table.ts';
import { otherParticipantId } from '../rules.ts';
import { conversations, messages } from './table.ts';

type ExportedConversation = {
  id: string;
  book: string;
  withUserId: string;
  createdAt: string;
  messages: { sentByYou: boolean; content: string; createdAt: string; readAt: string | null }[];
};

/** Everything a user has written and received, for the file of their own data. */
export async function exportConversations(
  { orm }: Pick<Database, 'orm'>,
  userId: string,
): Promise<ExportedConversation[]> {
  const found = await orm
    .select({ conversation: conversations, title: books.title })
    .from(conversations)
    .innerJoin(books, eq(books.id, conversations.bookId))
    .where(or(eq(conversations.buyerId, userId), eq(conversations.sellerId, userId)))
    .orderBy(asc(conversations.createdAt));
  const exported: ExportedConversation[] = [];
  for (const { conversation, title } of found) {
    const rows = await orm
      .select()
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
          content: row.content,
          createdAt: row.createdAt.toISOString(),
          readAt: readAt?.toISOString() ?? null,
        };
      }),
    });
  }
  return exported;
}
