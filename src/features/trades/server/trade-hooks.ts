import { sql } from 'drizzle-orm';
import type { BlockHook, NewBlock } from '#features/blocks/server/public.ts';
import { type BookHook, lockBook } from '#features/books/server/public.ts';
import type { EventContext } from '#features/conversations/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { followListing } from './buyers/withdraw-question.ts';
import { notifyOfListingChanges } from './offers/notify-of-listing-changes.ts';
import { type BookWork, settleBook } from './reservations/settle-book.ts';

type Settling = { isBySeller?: boolean; block?: NewBlock };

/**
 * What else happens in the transaction that changes a listing, by its seller or by an admin, or in which one user
 * blocks another.
 */
export function createTradeHooks(context: BookWork['context'] & EventContext): {
  bookHook: BookHook;
  adminBookHook: BookHook;
  blockHook: BlockHook;
} {
  const settle = async (tx: Transaction, bookId: string, now: Date, { isBySeller, block }: Settling) => {
    const book = await lockBook(tx, bookId);
    if (book === undefined) return;
    const work = { tx, book, now, context, endedBy: isBySeller ? book.sellerId : null, block };
    await settleBook(work);
    if (isBySeller) await notifyOfListingChanges(work);
  };
  const createBookHook =
    (isBySeller: boolean): BookHook =>
    async (tx, transition, now) => {
      await followListing(context, tx, transition, now);
      await settle(tx, transition.bookId, now, { isBySeller });
    };
  return {
    bookHook: createBookHook(true),
    adminBookHook: createBookHook(false),
    blockHook: async (tx, { isStored, ...block }, now) => {
      for (const bookId of await findBooksBetween(tx, block))
        await settle(tx, bookId, now, isStored ? { block } : {});
    },
  };
}

/** In one order, so that two transactions never wait for each other. */
async function findBooksBetween(tx: Transaction, { blockerId, blockedId }: NewBlock): Promise<string[]> {
  const { rows } = await tx.execute<{ book_id: string }>(sql`
    SELECT DISTINCT c.book_id FROM conversations c
    WHERE ((c.buyer_id = ${blockerId} AND c.seller_id = ${blockedId})
        OR (c.buyer_id = ${blockedId} AND c.seller_id = ${blockerId}))
      AND (c.reservation IS NOT NULL
        OR EXISTS (SELECT FROM offers o WHERE o.conversation_id = c.id AND o.state = 'pending'))
    ORDER BY c.book_id`);
  return rows.map((row) => row.book_id);
}
