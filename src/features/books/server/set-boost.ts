import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { books } from './table.ts';

type Boostable = { sellerId: string; isActive: boolean; boostedUntil: Date | null };

/**
 * Locks a listing for the change of its boost and returns its seller, state and boost. Undefined if the row
 * is gone.
 */
export async function lockForBoost(tx: Transaction, bookId: string): Promise<Boostable | undefined> {
  const [book] = await tx
    .select({ sellerId: books.sellerId, isActive: books.isActive, boostedUntil: books.boostedUntil })
    .from(books)
    .where(eq(books.id, bookId))
    .for('update');
  return book;
}

/** Sets or clears the boost of a listing. The caller publishes `bookChanged` after the commit. */
export async function setBoost(tx: Transaction, bookId: string, until: Date | null): Promise<void> {
  await tx
    .update(books)
    .set({ isBoosted: until !== null, boostedUntil: until })
    .where(eq(books.id, bookId));
}
