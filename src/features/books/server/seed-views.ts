import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { books } from './table.ts';

/** Sets the view count of a listing of the demo campus. */
export async function seedViews(tx: Transaction, bookId: string, views: number): Promise<void> {
  await tx.update(books).set({ views }).where(eq(books.id, bookId));
}
