import { type SQL, sql } from 'drizzle-orm';
import type { BlockHook, NewBlock } from '#features/blocks/server/public.ts';
import { type BookHook, lockBook } from '#features/books/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { type BookWork, type OfferContext, settleBook } from '../reservations/settle-book.ts';
import { notifyOfListingChanges } from './notify-of-listing-changes.ts';

/**
 * Settles a book in the transaction that changes it, by its seller or by an admin, and the books between two
 * users in that of a block.
 */
export function createOfferHooks(context: BookWork['context']): {
  bookHook: BookHook;
  adminBookHook: BookHook;
  blockHook: BlockHook;
} {
  const settleAll = async (
    tx: Transaction,
    bookIds: string[],
    now: Date,
    { isBySeller = false, block }: { isBySeller?: boolean; block?: NewBlock } = {},
  ) => {
    for (const bookId of bookIds) {
      const book = await lockBook(tx, bookId);
      const endedBy = isBySeller ? book?.sellerId : null;
      if (book === undefined) continue;
      const work = { tx, book, now, context, endedBy, block };
      await settleBook(work);
      if (isBySeller) await notifyOfListingChanges(work);
    }
  };
  return {
    bookHook: (tx, { bookId }, now) => settleAll(tx, [bookId], now, { isBySeller: true }),
    adminBookHook: (tx, { bookId }, now) => settleAll(tx, [bookId], now),
    blockHook: async (tx, { isStored, ...block }, now) =>
      settleAll(tx, await findBooksBetween(tx, block), now, isStored ? { block } : {}),
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

/** The books of what is over by time. */
export const selectOverdueBooks = (now: Date): SQL => sql`
  SELECT book_id AS id FROM offers WHERE state = 'pending' AND expires_at <= ${now}
  UNION ALL SELECT book_id FROM reservations WHERE state = 'active' AND until <= ${now}`;

/**
 * Ends what is over by time. Pages and actions read the time, so this may run late; wanted entries are
 * matched when it runs.
 */
export async function endOverdueOffers(context: OfferContext & Pick<ServerContext, 'log'>): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  await forEachDue(context, {
    failure: 'what is over by time of a book could not be ended',
    read: async (after, limit) => {
      const { rows } = await database.orm.execute<{ id: string }>(sql`
        SELECT DISTINCT id FROM (${selectOverdueBooks(now)}) overdue WHERE id > ${after} ORDER BY id LIMIT ${limit}`);
      return rows;
    },
    act: async (tx, { id }) => {
      const book = await lockBook(tx, id);
      if (book !== undefined) await settleBook({ tx, book, now, context });
    },
  });
}
