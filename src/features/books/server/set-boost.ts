import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { books } from './table.ts';

/** Sets or clears the boost of a listing. The caller publishes `bookChanged`. */
export async function setBoost(tx: Transaction, bookId: string, until: Date | null): Promise<void> {
  await tx
    .update(books)
    .set({ isBoosted: until !== null, boostedUntil: until })
    .where(eq(books.id, bookId));
}
