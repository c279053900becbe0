import { and, eq, lt, sql } from 'drizzle-orm';
import { isBlockedSql } from '#features/blocks/server/public.ts';
import { books, isListed, type LowerPriceJob } from '#features/books/server/public.ts';
import { favorites } from '#features/favorites/server/public.ts';
import { queueBookNotices } from '#features/notifications/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { PRICE_NOTICE_INTERVAL_MS } from '../rules.ts';
import { priceNotices } from './table.ts';

type Context = Pick<ServerContext, 'database' | 'clock' | 'jobs'>;

type LoweredBook = { id: string; sellerId: string; title: string; price: number; previousPrice: number };

/** Users of a transaction: it holds its rows until it ends. */
const USER_BATCH_SIZE = 200;

/**
 * Notifies the users who have saved a listing of its lower price. What a transaction writes down and what it
 * queues exist together, so that a repeated job finds only what the first one has left. Nothing if the price
 * has changed again, or the listing is gone.
 */
export async function notifyOfLowerPrice(context: Context, job: LowerPriceJob): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  for (;;) {
    const count = await database.transaction(async (tx) => {
      const book = await findLoweredBook(tx, job, now);
      if (book === undefined) return 0;
      const userIds = await writeNotices(tx, book, now);
      const notices = userIds.map((userId) => ({ userId, bookId: book.id, ...toNotice(book) }));
      await queueBookNotices(context, tx, notices, now);
      return userIds.length;
    });
    if (count < USER_BATCH_SIZE) return;
  }
}

async function findLoweredBook(
  tx: Transaction,
  { bookId, loweredAt }: LowerPriceJob,
  now: Date,
): Promise<LoweredBook | undefined> {
  const { id, sellerId, title, price, previousPrice, isActive, expiresAt, boostedUntil } = books;
  const [book] = await tx
    .select({ id, sellerId, title, price, previousPrice, isActive, expiresAt, boostedUntil })
    .from(books)
    .where(and(eq(id, bookId), eq(books.priceLoweredAt, new Date(loweredAt))));
  return book?.previousPrice == null || !isListed(book, now)
    ? undefined
    : { ...book, previousPrice: book.previousPrice };
}

/** Returns the next users who have not been notified, in one order: two processes never deadlock. */
async function writeNotices(tx: Transaction, { id, sellerId }: LoweredBook, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - PRICE_NOTICE_INTERVAL_MS);
  const { rows } = await tx.execute<{ user_id: string }>(sql`INSERT INTO price_notices
      (book_id, user_id, notified_at)
    SELECT f.book_id, f.user_id, ${now}::timestamptz FROM ${favorites} f JOIN ${books} b ON b.id = f.book_id
    WHERE f.book_id = ${id} AND f.user_id <> ${sellerId}
      AND NOT EXISTS (SELECT FROM ${priceNotices} n
        WHERE n.book_id = f.book_id AND n.user_id = f.user_id AND n.notified_at > ${since})
      AND NOT ${sql.raw(isBlockedSql('f.user_id', 'b.seller_id'))}
    ORDER BY f.user_id LIMIT ${USER_BATCH_SIZE}
    ON CONFLICT (book_id, user_id) DO UPDATE SET notified_at = excluded.notified_at
      WHERE price_notices.notified_at <= ${since}
    RETURNING user_id`);
  return rows.map((row) => row.user_id);
}

const toNotice = ({ id, title, price, previousPrice }: LoweredBook) => ({
  title: `${title} is now ${formatPrice(price)} (was ${formatPrice(previousPrice)})`,
  body: 'You saved this book.',
  path: `/book/${id}`,
});

/** Deletes the rows that prevent no notice any more. */
export async function deleteOldPriceNotices({ database, clock }: Context): Promise<void> {
  await database.orm
    .delete(priceNotices)
    .where(lt(priceNotices.notifiedAt, new Date(clock.now().getTime() - PRICE_NOTICE_INTERVAL_MS)));
}
