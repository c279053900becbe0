import { lockBook } from '#features/books/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import {
  type BookWork,
  type ReservationRow,
  settleBook,
  type TradeContext,
} from './reservations/settle-book.ts';

/** A transaction that has locked a book and ended what is over, and the active reservation of the book. */
export type Trade = BookWork & { reservation: ReservationRow | null };

/** Locks a book and ends what is over. Null if the book is gone. */
export async function lockTrade(
  context: BookWork['context'],
  tx: Transaction,
  bookId: string,
  now: Date,
  cause: Pick<BookWork, 'isBySeller' | 'block'> = {},
): Promise<Trade | null> {
  const book = await lockBook(tx, bookId);
  if (book === undefined) return null;
  const work = { tx, book, now, context, ...cause };
  return { ...work, reservation: await settleBook(work) };
}

/** Reads what the actor acts on. Throws if they may not. */
export type FindOfActor<Found> = (tx: Transaction, actor: Pick<Actor, 'id'>) => Promise<Found>;

/**
 * Runs an action on a trade. The book is locked first, budgets and conversations after it, so that two actions
 * never wait for each other. `find` runs again under the lock, after what is over has ended: `act` gets the
 * rows as they are then.
 */
export async function withTrade<Found extends { bookId: string }, Result>(
  context: TradeContext,
  actor: Pick<Actor, 'id'>,
  find: FindOfActor<Found>,
  act: (trade: Trade, found: Found) => Promise<Result>,
): Promise<Result> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const { bookId } = await find(tx, actor);
    const trade = await lockTrade(context, tx, bookId, now);
    const found = await find(tx, actor);
    // Its trades are deleted with a book, and `find` throws.
    if (trade === null) throw new Error(`the book ${bookId} of a trade is gone`);
    return act(trade, found);
  });
}
