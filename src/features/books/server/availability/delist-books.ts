import { inArray } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { deleteUnusedTerms } from '../search/search-terms.ts';
import { books } from '../table.ts';

export type DelistedBook = { id: string; title: string; sellerId: string; isbn: string | null };

/**
 * Takes listings out of the lists, with their words that no active listing has any more: misspelt ones would
 * keep searches from being corrected. Everything that ends a listing calls this: a sale, its deletion by
 * anyone, the end of its time, hiding it, and the deletion of its seller. The caller has locked the rows. `ending`: what
 * they say from now on.
 */
export async function delistBooks(
  tx: Transaction,
  bookIds: readonly string[],
  ending: Partial<typeof books.$inferInsert>,
): Promise<DelistedBook[]> {
  if (bookIds.length === 0) return [];
  const { id, title, sellerId, isbn, search } = books;
  const delisted = await tx
    .update(books)
    .set({ ...ending, isActive: false })
    .where(inArray(id, [...bookIds]))
    .returning({ id, title, sellerId, isbn, search });
  await deleteUnusedTerms(
    tx,
    delisted.map((book) => book.search),
  );
  return delisted;
}
