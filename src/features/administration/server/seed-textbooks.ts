import { and, eq, isNull } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { BookFields } from '#features/books/contract.ts';
import { bookChanged, insertBook } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { bookWorks } from '#features/editions/server/public.ts';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';

/** One user's requests run one at a time: two concurrent ones would both find no textbooks. */
const lockTextbooks = createKeyedLock('textbooks of');

type Context = Pick<ServerContext, 'database' | 'events'> & { listingDays: number };

/**
 * Lists textbooks as the administrator's own, all of them or none. Skips titles that they already list, so
 * that a repeated request adds no duplicates. Throws the errors of `insertBook`.
 */
export async function seedTextbooks(
  { database, events, listingDays }: Context,
  actorId: string,
  textbooks: BookFields[],
  now: Date,
): Promise<{ count: number }> {
  const added = await database.transaction(async (tx) => {
    await lockTextbooks(tx, actorId);
    const ids: string[] = [];
    // Administrators approve what waits.
    const listing = { actorId, listingDays, works: bookWorks, firstListingHook: null, now };
    for (const textbook of textbooks) {
      if (!(await alreadyLists(tx, actorId, textbook))) ids.push(await insertBook(tx, listing, textbook));
    }
    const details = { listings: ids.length };
    await recordAdminAction(tx, { actorId, action: 'textbooks-seeded', details, now });
    return ids;
  });
  for (const bookId of added) events.publish(bookChanged, { bookId, sellerId: actorId });
  return { count: added.length };
}

async function alreadyLists(
  tx: Transaction,
  sellerId: string,
  { title, author }: BookFields,
): Promise<boolean> {
  const same = and(
    eq(books.sellerId, sellerId),
    eq(books.title, title),
    eq(books.author, author),
    isNull(books.deletedAt),
  );
  return (await tx.select({ id: books.id }).from(books).where(same).limit(1)).length > 0;
}
