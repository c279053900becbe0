import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { setPause } from '#features/accounts/server/users/public.ts';
import { users } from '#features/accounts/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { HideReason } from '../../hide-reasons.ts';
import type { BookContext } from '../book-events.ts';
import { books } from '../table.ts';
import { lockListings } from '../write-book.ts';
import { hideBooks, unhideBooks } from './hide-books.ts';

/** In this order: rows before the lock of all listings, as those who change one of them. */
export async function lockListingsOf(tx: Transaction, sellerId: string): Promise<void> {
  const rows = () =>
    tx
      .select({ id: books.id })
      .from(books)
      .where(eq(books.sellerId, sellerId))
      .orderBy(books.id)
      .for('update');
  await rows();
  await lockListings(tx, sellerId);
  // One was stored meanwhile.
  await rows();
}

/**
 * Begins the pause of a seller, and hides the listings that are not sold, except those with an active reservation,
 * which `hideIfPaused` hides at its end. Returns those that nobody sees from now on: the caller publishes
 * `bookChanged` of each.
 */
export async function pauseSeller(tx: Transaction, sellerId: string, until: Date, now: Date) {
  await lockListingsOf(tx, sellerId);
  await setPause(tx, sellerId, until);
  const isFree = or(isNull(books.reservedUntil), lte(books.reservedUntil, now));
  const free = await tx
    .select({ id: books.id })
    .from(books)
    .where(and(eq(books.sellerId, sellerId), isNull(books.soldAt), isFree));
  return hideBooks(
    tx,
    free.map(({ id }) => id),
    'pause',
    now,
  );
}

/** Takes a reason back from all listings of a seller. Returns those that others see again, as `unhideBooks`. */
export async function showListingsOf(
  tx: Transaction,
  sellerId: string,
  reason: HideReason,
  now: Date,
  jobs: BookContext['jobs'],
) {
  await lockListingsOf(tx, sellerId);
  const hidden = await tx
    .select({ id: books.id })
    .from(books)
    .where(and(eq(books.sellerId, sellerId), sql`${books.hiddenBy} @> ARRAY[${reason}]`));
  return unhideBooks(
    tx,
    hidden.map(({ id }) => id),
    reason,
    now,
    jobs,
  );
}

/** Hides a locked listing whose reservation has ended, if its seller is paused. True if it is hidden by that. */
export async function hideIfPaused(
  tx: Transaction,
  { id, sellerId }: { id: string; sellerId: string },
  now: Date,
): Promise<boolean> {
  const isPaused = and(eq(users.id, sellerId), sql`${users.pausedUntil} > ${now}`);
  if ((await tx.$count(users, isPaused)) === 0) return false;
  await hideBooks(tx, [id], 'pause', now);
  return true;
}
