import { conversationProblem } from '../contract.ts';
import { bookProblem } from '#features/books/contract.ts';
import { and, asc, eq, gt } from 'drizzle-orm';
import { lockUser } from '#features/accounts/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import { throwIfOverLimit } from '#platform/server/rate-limits/throw-if-over-limit.ts';
import { TokenBucket } from '#platform/server/rate-limits/token-bucket.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { books, isListed } from '#features/books/server/public.ts';
import type { Conversation } from '../contract.ts';
import { newConversationRateLimits } from '../rules.ts';
import { conversationActivity } from './conversation-events.ts';
import { getConversation } from './list-conversations.ts';
import { conversations } from './table.ts';

/** `sellerId` and `buyerId` are what the caller believes; they are checked, never taken. */
type OpenConversationInput = {
  bookId: string;
  sellerId?: string | undefined;
  buyerId?: string | undefined;
};

/**
 * Opens the actor's conversation about a book, or returns the existing one, even if the book is deleted.
 * Throws 'book-not-found', 'cannot-message-own-book', 'book-unavailable' (sold or expired),
 * 'recipient-blocked-by-you', 'user-mismatch', and 'too-many-requests' for a new one.
 */
export async function openConversation(
  { database, clock, events }: Pick<ServerContext, 'database' | 'clock' | 'events'>,
  actor: Actor,
  opening: OpenConversationInput,
  isLimited = true,
): Promise<Conversation> {
  if (opening.buyerId !== undefined && opening.buyerId !== actor.id) throw commonProblem('user-mismatch');
  const opened = await database.transaction(async (tx) => {
    const now = clock.now();
    const existing = await findExisting(tx, actor, opening);
    if (existing !== undefined)
      return { conversation: await openFor(tx, actor, existing, now), isNew: false };
    if (isLimited) await throwIfOverRateLimits(tx, actor, now);
    const sellerId = await sellerToAsk(tx, actor, opening, now);
    const id = newId(now);
    const [inserted] = await tx
      .insert(conversations)
      .values({ id, bookId: opening.bookId, buyerId: actor.id, sellerId, lastMessageAt: now, createdAt: now })
      .onConflictDoNothing({ target: [conversations.bookId, conversations.buyerId] })
      .returning({ id: conversations.id });
    // Concurrent requests open one conversation.
    const openedId = inserted?.id ?? (await findExisting(tx, actor, opening));
    if (openedId === undefined) throw commonProblem('internal-error');
    return { conversation: await openFor(tx, actor, openedId, now), isNew: inserted !== undefined };
  });
  const { conversation, isNew } = opened;
  if (isNew) {
    const { id: conversationId, buyerId, sellerId } = conversation;
    events.publish(conversationActivity, { kind: 'opened', conversationId, buyerId, sellerId });
  }
  return conversation;
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
    throw commonProblem('user-mismatch', { detail: "This isn't the seller of the book." });
  }
  return row?.id;
}

/** Counted in the table, so that the limit holds over all processes. */
async function throwIfOverRateLimits(tx: Transaction, actor: Actor, now: Date): Promise<void> {
  // Locked, so that concurrent requests are both counted.
  await lockUser(tx, actor.id);
  const { burst, day } = newConversationRateLimits;
  const since = new Date(now.getTime() - day.durationMs);
  const { createdAt, lastMessageAt, buyerId } = conversations;
  // The last message is never earlier than the conversation, and part of the index.
  const where = and(eq(buyerId, actor.id), gt(lastMessageAt, since));
  await throwIfOverLimit(tx, { limit: day, table: conversations, createdAt, where, now });
  const opened = await tx
    .select({ createdAt })
    .from(conversations)
    .where(and(where, gt(createdAt, since)))
    .orderBy(asc(createdAt));
  const bucket = new TokenBucket(burst, since.getTime());
  for (const one of opened) bucket.take(one.createdAt.getTime());
  const waitMs = bucket.waitMs(now.getTime());
  if (waitMs > 0) throw commonProblem('too-many-requests', { retryAfter: waitMs / 1000 });
}

async function sellerToAsk(
  tx: Transaction,
  actor: Actor,
  opening: OpenConversationInput,
  now: Date,
): Promise<string> {
  const [book] = await tx
    .select({
      sellerId: books.sellerId,
      isActive: books.isActive,
      expiresAt: books.expiresAt,
      boostedUntil: books.boostedUntil,
      deletedAt: books.deletedAt,
    })
    .from(books)
    .where(eq(books.id, opening.bookId))
    .for('share');
  if (book === undefined || book.deletedAt !== null) throw bookProblem('book-not-found');
  if (book.sellerId === actor.id) throw conversationProblem('cannot-message-own-book');
  if (opening.sellerId !== undefined && opening.sellerId !== book.sellerId) {
    throw commonProblem('user-mismatch', { detail: "This isn't the seller of the book." });
  }
  if (!isListed(book, now)) throw conversationProblem('book-unavailable');
  return book.sellerId;
}
