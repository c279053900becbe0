import { conversationProblem } from '#features/conversations/contract.ts';
import { bookProblem } from '#features/books/contract.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { accountProblem } from '#features/accounts/contract.ts';
import { users } from '#features/accounts/server/table.ts';
import { books } from '#features/books/server/table.ts';
import { conversations, messages } from '#features/conversations/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { reviewProblem } from '#features/reviews/contract.ts';
import { lockPublicReview } from '#features/reviews/server/public.ts';
import { reportProblem } from '../contract.ts';
import type { ReportKind } from '../rules.ts';

/** The reported object by its columns in the table, and the user responsible for it. */
export type ReportTarget = {
  userId: string;
  bookId: string | null;
  messageId: string | null;
  reviewId: string | null;
};

const noObject = { bookId: null, messageId: null, reviewId: null };

/**
 * Finds and locks a target that the actor can see: a listing, a message of their conversations that was not
 * withheld from them, a user, or a public review. Throws 'book-not-found', 'message-not-found',
 * 'user-not-found', 'review-not-found', 'author-left'.
 */
export async function getReportTarget(
  tx: Transaction,
  actorId: string,
  { kind, id }: { kind: ReportKind; id: string },
  now: Date,
): Promise<ReportTarget> {
  switch (kind) {
    case 'book': {
      const [book] = await tx
        .select({ sellerId: books.sellerId })
        .from(books)
        .where(and(eq(books.id, id), isNull(books.deletedAt)))
        .for('key share');
      if (book === undefined) throw bookProblem('book-not-found');
      return { ...noObject, userId: book.sellerId, bookId: id };
    }
    case 'message': {
      const [message] = await tx
        .select({ senderId: messages.senderId })
        .from(messages)
        .innerJoin(conversations, eq(conversations.id, messages.conversationId))
        .where(and(eq(messages.id, id), eq(messages.receiverId, actorId), eq(messages.isWithheld, false)))
        .for('key share');
      if (message === undefined) throw conversationProblem('message-not-found');
      return { ...noObject, userId: message.senderId, messageId: id };
    }
    case 'user': {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('key share');
      if (user === undefined) throw accountProblem('user-not-found');
      return { ...noObject, userId: id };
    }
    case 'review': {
      const review = await lockPublicReview(tx, id, now);
      if (review === undefined) throw reviewProblem('review-not-found');
      if (review.authorId === null) throw reportProblem('author-left');
      return { ...noObject, userId: review.authorId, reviewId: id };
    }
  }
}
