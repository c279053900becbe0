import { and, eq, gt, isNull, lt, max, or } from 'drizzle-orm';
import { isListed } from '#features/books/rules.ts';
import { bookChanged, lockBook, setBoost } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { boosts } from './table.ts';

/** Gives back boosts that were cleared too early, before the clock of the machine was set back. */
export async function restoreBoosts(
  { database, events }: Pick<ServerContext, 'database' | 'events'>,
  now: Date,
): Promise<void> {
  const paid = await database.orm
    .select({ bookId: boosts.bookId, until: max(boosts.endsAt) })
    .from(boosts)
    .innerJoin(books, eq(books.id, boosts.bookId))
    .where(
      and(
        isNull(boosts.revokedAt),
        gt(boosts.endsAt, now),
        eq(books.isActive, true),
        or(isNull(books.boostedUntil), lt(books.boostedUntil, boosts.endsAt)),
      ),
    )
    .groupBy(boosts.bookId);
  for (const { bookId, until } of paid) {
    await database.transaction(async (tx) => {
      const book = await lockBook(tx, bookId);
      const isLost =
        book && isListed(book, now) && (book.boostedUntil === null || book.boostedUntil < until!);
      if (!isLost) return;
      await setBoost(tx, bookId, until);
      events.publish(bookChanged, { bookId, sellerId: book.sellerId });
    });
  }
}
