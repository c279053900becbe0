import { eq } from 'drizzle-orm';
import { findAccountsOfPerson } from '#features/accounts/server/public.ts';
import { lockListingsOf } from '#features/books/server/hidden/public.ts';
import { books } from '#features/books/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { lockPerson } from './lock-case.ts';

type Objects = {
  userId: string | null;
  bookId?: string | null;
  /** A pause, or a first listing: all listings of the person change. */
  hasListings?: boolean;
};

/**
 * Locks what a decision changes, before its case: the user, then listings. A deletion of an account, and each change of a
 * listing, take the locks in the same order.
 */
export async function lockObjects(
  tx: Transaction,
  { userId, bookId = null, hasListings = false }: Objects,
): Promise<void> {
  if ((await lockPerson(tx, userId)) !== null && hasListings) {
    const accounts = await findAccountsOfPerson(tx, userId!);
    for (const id of accounts) await lockPerson(tx, id);
    for (const id of accounts) await lockListingsOf(tx, id);
  }
  if (bookId !== null)
    await tx.select({ id: books.id }).from(books).where(eq(books.id, bookId)).for('update');
}
