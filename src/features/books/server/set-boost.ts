import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { books } from './table.ts';

export type Boostable = { sellerId: string; isActive: boolean; boostedUntil: Date | null };

/** Whose listing it is, whether it is for sale, and how long it is on top; locked until its boost is set. `undefined`: the row is gone. */
export async function lockForBoost(tx: Transaction, bookId: string): Promise<Boostable | undefined> {
  const [book] = await tx
    .select({ sellerId: books.sellerId, isActive: books.isActive, boostedUntil: books.boostedUntil })
    .from(books)
    .where(eq(books.id, bookId))
    .for('update');
  return book;
}

/** Puts a listing on top until then, or back among the others. Whoever calls it publishes `bookChanged` after the commit. */
export async function setBoost(tx: Transaction, bookId: string, until: Date | null): Promise<void> {
  await tx
    .update(books)
    .set({ isBoosted: until !== null, boostedUntil: until })
    .where(eq(books.id, bookId));
}
