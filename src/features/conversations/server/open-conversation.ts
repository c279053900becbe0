import { bookProblem } from '#features/books/contract.ts';
import { and, eq } from 'drizzle-orm';
import { spendBudget, spendPace } from '#features/accounts/server/budgets/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { textToken } from '#platform/shared/texts/t.ts';
import { books } from '#features/books/server/table.ts';
import { isListed } from '#features/books/rules.ts';
import { favorites } from '#features/favorites/server/table.ts';
import { conversationProblem, type Conversation } from '../contract.ts';
import { newConversationRateLimit } from '../rules.ts';
import { conversationActivity } from './conversation-events.ts';
import { getConversation } from './list-conversations.ts';
import { throwUnlessReservedTrade } from './reserved-trades.ts';
import { conversations } from './table.ts';

/** `sellerId` and `buyerId` are what the caller believes; they are checked, never taken. */
type OpenConversationInput = {
  bookId: string;
  sellerId?: string | undefined;
  buyerId?: string | undefined;
};

/**
 * Opens the actor's conversation about a book, or returns the existing one, even if the book is deleted.
 * Throws 'book-not-found', 'cannot-message-own-book', 'book-unavailable' (sold, or expired and not saved by
 * the actor), 'recipient-blocked-by-you', 'user-mismatch', 'account-paused'; for a new one 'too-many-requests' and
 * 'daily-limit-reached'.
 */
export async function openConversation(
  { database, clock, events }: Pick<ServerContext, 'database' | 'clock' | 'events'>,
  actor: Actor,
  opening: OpenConversationInput,
  unlimited = false,
): Promise<Conversation> {
  if (opening.buyerId !== undefined && opening.buyerId !== actor.id) throw commonProblem('user-mismatch');
  return database.transaction(async (tx) => {
    const now = clock.now();
    const existing = await findExisting(tx, actor, opening);
    await throwUnlessReservedTrade(tx, actor, existing, now);
    if (existing !== undefined) return openFor(tx, actor, existing, now);
    const sellerId = await sellerToAsk(tx, actor, opening, now);
    const id = newId(now);
    const [inserted] = await tx
      .insert(conversations)
      .values({ id, bookId: opening.bookId, buyerId: actor.id, sellerId, lastMessageAt: now, createdAt: now })
      .onConflictDoNothing({ target: [conversations.bookId, conversations.buyerId] })
      .returning({ id: conversations.id });
    if (!unlimited && inserted) {
      await spendPace(tx, { userId: actor.id, limit: newConversationRateLimit, now });
      await spendBudget(tx, { userId: actor.id, kind: 'conversations', now });
    }
    // Concurrent requests open one conversation.
    const openedId = inserted?.id ?? (await findExisting(tx, actor, opening));
    if (openedId === undefined) throw commonProblem('internal-error');
    const participants = { conversationId: openedId, buyerId: actor.id, sellerId };
    if (inserted) events.publish(conversationActivity, { kind: 'opened', ...participants });
    return openFor(tx, actor, openedId, now);
  });
}

async function openFor(tx: Transaction, actor: Actor, id: string, now: Date): Promise<Conversation> {
  const conversation = await getConversation(tx, actor, id, now);
  if (conversation.youBlocked) throw conversationProblem('recipient-blocked-by-you');
  return conversation;
}

async function findExisting(
  tx: Transaction,
  actor: Actor,
  opening: OpenConversationInput,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: conversations.id, sellerId: conversations.sellerId })
    .from(conversations)
    .where(and(eq(conversations.bookId, opening.bookId), eq(conversations.buyerId, actor.id)));
  if (row !== undefined && opening.sellerId !== undefined && opening.sellerId !== row.sellerId) {
    throw commonProblem('user-mismatch', { text: textToken('conversations.problem.user-mismatch.seller') });
  }
  return row?.id;
}

async function sellerToAsk(
  tx: Transaction,
  actor: Actor,
  opening: OpenConversationInput,
  now: Date,
): Promise<string> {
  const { sellerId, isActive, soldAt, expiresAt, boostedUntil, deletedAt, hiddenAt } = books;
  const [book] = await tx
    .select({ sellerId, isActive, soldAt, expiresAt, boostedUntil, deletedAt, hiddenAt })
    .from(books)
    .where(eq(books.id, opening.bookId))
    .for('share');
  if (book === undefined || book.deletedAt !== null || book.hiddenAt !== null)
    throw bookProblem('book-not-found');
  if (book.sellerId === actor.id) throw conversationProblem('cannot-message-own-book');
  if (opening.sellerId !== undefined && opening.sellerId !== book.sellerId) {
    throw commonProblem('user-mismatch', { text: textToken('conversations.problem.user-mismatch.seller') });
  }
  const isExpired = book.soldAt === null && !isListed(book, now);
  const isAskable = isListed(book, now) || (isExpired && (await hasSaved(tx, actor, opening.bookId)));
  if (!isAskable) throw conversationProblem('book-unavailable');
  return book.sellerId;
}

/** A user who saved a book may still want it after its listing has expired. */
async function hasSaved(tx: Transaction, actor: Actor, bookId: string): Promise<boolean> {
  return (
    (await tx.$count(favorites, and(eq(favorites.userId, actor.id), eq(favorites.bookId, bookId)))) === 1
  );
}
