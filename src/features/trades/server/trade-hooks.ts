import { sql } from 'drizzle-orm';
import type { BlockHook, NewBlock } from '#features/blocks/server/public.ts';
import type { BookHook } from '#features/books/server/public.ts';
import type { EventContext } from '#features/conversations/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { followListing } from './buyers/withdraw-question.ts';
import { notifyOfListingChanges } from './offers/notify-of-listing-changes.ts';
import type { BookWork } from './reservations/settle-book.ts';
import { lockTrade } from './with-trade.ts';

/**
 * What else happens in the transaction that changes a listing, by its seller or by an admin, or in which one user
 * blocks another.
 */
export function createTradeHooks(context: BookWork['context'] & EventContext): {
  bookHook: BookHook;
  adminBookHook: BookHook;
  blockHook: BlockHook;
} {
  const createBookHook =
    (isBySeller: boolean): BookHook =>
    async (tx, transition, now) => {
      await followListing(context, tx, transition, now);
      const trade = await lockTrade(context, tx, transition.bookId, now, { isBySeller });
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
