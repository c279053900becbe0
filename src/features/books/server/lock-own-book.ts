import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { bookProblem } from '../contract.ts';
import { books } from './table.ts';

/**
 * Who may edit, sell, delete or restore a listing: only its seller. Locks the listing for the change.
 * Throws 'book-not-found' for a listing of another user. The pages ask `canManageBook` of `rules.ts`.
 */
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
