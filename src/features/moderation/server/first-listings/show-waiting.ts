import { inArray } from 'drizzle-orm';
import { showListingsOf } from '#features/books/server/hidden/public.ts';
import type { BookWorks } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ChangedBook, PauseContext } from '../pauses/pause-user.ts';

/**
 * Shows the listings of an account that wait for their review: from now on they also say what their ISBNs are. Returns
 * those that others see: the caller publishes `bookChanged` of each.
 */
export async function showWaiting(
  { jobs, works }: PauseContext & { works: BookWorks },
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<ChangedBook[]> {
  const shown = await showListingsOf(tx, userId, 'review', now, jobs);
  const ids = shown.map(({ id }) => id);
  const listed = await tx.select({ isbn: books.isbn }).from(books).where(inArray(books.id, ids));
  await works.assign(
    tx,
    listed.map(({ isbn }) => isbn),
    now,
  );
  return shown;
}
