import { favoriteProblem } from '../contract.ts';
import { bookProblem } from '#features/books/contract.ts';
import { and, count, eq, sql } from 'drizzle-orm';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { isShownSql } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { MAX_FAVORITES } from '../rules.ts';
import { favorites } from './table.ts';

const lockFavorites = createKeyedLock('favorites');

const isShown = sql.raw(isShownSql('books'));

type Toggle = { actorId: string; bookId: string; wanted: boolean | undefined };

/** Sets the actor's favorite, or toggles it. One at a time per user, so that racing toggles agree. */
export async function toggleFavorite(
  database: Database,
  { actorId, bookId, wanted }: Toggle,
  now: Date,
): Promise<{ favorited: boolean }> {
  return database.transaction(async (tx) => {
    await lockFavorites(tx, actorId);
    const mine = and(eq(favorites.userId, actorId), eq(favorites.bookId, bookId));
    const [existing] = await tx.select({ id: favorites.id }).from(favorites).where(mine);
    const favorited = wanted ?? existing === undefined;
    if (!favorited) {
      await tx.delete(favorites).where(mine);
      return { favorited };
    }
    if (existing !== undefined) return { favorited };
    const [book] = await tx
      .select({ id: books.id })
      .from(books)
      .where(and(eq(books.id, bookId), isShown));
    if (book === undefined) throw bookProblem('book-not-found');
    const [kept] = await tx.select({ count: count() }).from(favorites).where(eq(favorites.userId, actorId));
    if (kept!.count >= MAX_FAVORITES) throw favoriteProblem('too-many-favorites');
    await tx.insert(favorites).values({ id: newId(now), userId: actorId, bookId, createdAt: now });
    return { favorited };
  });
}
