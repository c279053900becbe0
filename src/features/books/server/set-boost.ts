import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { isListed } from './expiry/listing-period.ts';
import { books } from './table.ts';

type Boostable = { sellerId: string; isListed: boolean; boostedUntil: Date | null };

/**
 * Locks a listing for the change of its boost and returns its seller, whether it is for sale, and its boost.
 * Undefined if the row is gone.
 */
export async function lockForBoost(
  tx: Transaction,
  bookId: string,
  now: Date,
): Promise<Boostable | undefined> {
  const [book] = await tx
    .select({
      sellerId: books.sellerId,
      isActive: books.isActive,
      expiresAt: books.expiresAt,
      boostedUntil: books.boostedUntil,
    })
    .from(books)
    .where(eq(books.id, bookId))
    .for('update');
  return book && { sellerId: book.sellerId, isListed: isListed(book, now), boostedUntil: book.boostedUntil };
}

/** Sets or clears the boost of a listing. The caller publishes `bookChanged`. */
export async function setBoost(tx: Transaction, bookId: string, until: Date | null): Promise<void> {
  await tx
    .update(books)
    .set({ isBoosted: until !== null, boostedUntil: until })
    .where(eq(books.id, bookId));
}
