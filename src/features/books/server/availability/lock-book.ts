import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { books } from '../table.ts';

/** Locks a listing of any seller. Undefined if the row is gone. */
export async function lockBook(tx: Transaction, bookId: string) {
  const [book] = await tx.select().from(books).where(eq(books.id, bookId)).for('update');
  return book;
}

/** Reserves a listing or makes it free. The caller publishes `bookChanged`. */
export async function setReservation(tx: Transaction, bookId: string, until: Date | null): Promise<void> {
  await tx.update(books).set({ reservedUntil: until }).where(eq(books.id, bookId));
}
