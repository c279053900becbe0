import { and, eq, ne, sql } from 'drizzle-orm';
import type { BlockHook, NewBlock } from '#features/blocks/server/public.ts';
import type { BookHook } from '#features/books/server/public.ts';
import type { EventContext } from '#features/conversations/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { tradeProblem } from '../contract.ts';
import { publishSale, writeSaleEvent } from './buyers/named-sale.ts';
import { notifyOfListingChanges } from './offers/notify-of-listing-changes.ts';
import { confirmedSales, namedSales } from './table.ts';
import { type LockedBook, lockTrade } from './with-trade.ts';

/**
 * What else happens in the transaction that changes a listing, by its seller or by an admin, or in which one user
 * blocks another.
 */
export function createTradeHooks(context: LockedBook['context'] & EventContext): {
  bookHook: BookHook;
  adminBookHook: BookHook;
  blockHook: BlockHook;
} {
  const createBookHook =
    (isBySeller: boolean): BookHook =>
    async (tx, transition, now) => {
      await followListing(context, tx, transition, now);
      const isForbidden = transition.kind === 'forbidden';
      const trade = await lockTrade(context, tx, transition.bookId, now, { isBySeller, isForbidden });
      if (isBySeller && trade !== null) await notifyOfListingChanges(trade);
    };
  return {
    bookHook: createBookHook(true),
    adminBookHook: createBookHook(false),
    blockHook: async (tx, { isStored, ...block }, now) => {
      for (const bookId of await findBooksBetween(tx, block))
        await lockTrade(context, tx, bookId, now, isStored ? { block } : {});
    },
  };
}

/** Finds books in one order, so that two transactions never wait for each other. */
async function findBooksBetween(tx: Transaction, { blockerId, blockedId }: NewBlock): Promise<string[]> {
  const { rows } = await tx.execute<{ book_id: string }>(sql`
    SELECT DISTINCT c.book_id FROM conversations c
    WHERE ((c.buyer_id = ${blockerId} AND c.seller_id = ${blockedId})
        OR (c.buyer_id = ${blockedId} AND c.seller_id = ${blockerId}))
      AND (EXISTS (SELECT FROM reservations r WHERE r.conversation_id = c.id AND r.state = 'active')
        OR EXISTS (SELECT FROM offers o WHERE o.conversation_id = c.id AND o.state = 'pending'))
    ORDER BY c.book_id`);
  return rows.map((row) => row.book_id);
}

/**
 * A listing that is available again asks nobody whether they got it. Throws 'sale-confirmed' if its buyer has
 * said so: then it stays sold. The question of a deleted listing is over until it is restored.
 */
async function followListing(
  context: EventContext,
  ...[tx, { bookId, kind }, now]: Parameters<BookHook>
): Promise<void> {
  if (kind === 'available') {
    if ((await tx.$count(confirmedSales, eq(confirmedSales.bookId, bookId))) > 0)
      throw tradeProblem('sale-confirmed');
    const [withdrawn] = await tx
      .update(namedSales)
      .set({ state: 'withdrawn' })
      .where(and(eq(namedSales.bookId, bookId), ne(namedSales.state, 'withdrawn')))
      .returning();
    if (withdrawn !== undefined) await writeSaleEvent(context, tx, withdrawn, 'available-again', now);
  } else if (kind === 'deleted' || kind === 'restored') {
    const isWaiting = and(eq(namedSales.bookId, bookId), eq(namedSales.state, 'waiting'));
    const [waiting] = await tx.select().from(namedSales).where(isWaiting);
    if (waiting !== undefined) publishSale(context, waiting);
  }
}
