import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { bookProblem } from '../contract.ts';
import { books } from './table.ts';

/** Locks a listing for its seller, who alone may change it. Throws 'book-not-found' for another user. */
export async function lockOwnBook(
  tx: Transaction,
  actorId: string,
  bookId: string,
  { includeDeleted = false }: { includeDeleted?: boolean } = {},
) {
  const [own] = await tx
    .select()
    .from(books)
    .where(
      and(
        eq(books.id, bookId),
        eq(books.sellerId, actorId),
        includeDeleted ? undefined : isNull(books.deletedAt),
      ),
    )
    .for('update');
  if (own === undefined) throw bookProblem('book-not-found');
  return own;
}
