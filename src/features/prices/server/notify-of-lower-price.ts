import { and, eq, lt, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import { isBlockedSql } from '#features/blocks/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { isListed } from '#features/books/rules.ts';
import { favorites } from '#features/favorites/server/table.ts';
import {
  type EnqueueContext,
  enqueueNotifications,
  type NewNotification,
} from '#features/notifications/server/public.ts';
import { notifications } from '#features/notifications/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { PRICE_NOTICE_INTERVAL_MS } from '../rules.ts';
import type { LowerPriceJob } from './book-prices.ts';
import { lastPriceChange, previousPriceSince, hasTitleSinceSql } from './previous-price-since.ts';
import { priceNoticesChanged } from './price-events.ts';
import { LOWER_PRICE_KIND, priceNotifications } from './price-notifications.ts';
import { priceNotices } from './table.ts';

type Context = EnqueueContext & Pick<ServerContext, 'database' | 'clock' | 'events'>;

/** `previousPrice`: what everybody reads struck out since this change; null: nothing new. */
type LoweredBook = {
  id: string;
  sellerId: string;
  /** A script creates any number of others: their notices, which carry the title, stay in the product. */
  isSellerVerified: boolean;
  previousPrice: number | null;
};
type SavedBook = Required<Pick<NewNotification, 'userId' | 'subjectId' | 'previousPrice'>>;

/** Users of a transaction: it holds its rows until it ends. */
const USER_BATCH_SIZE = 200;

/**
 * Notifies the users who have saved a listing of its lower price. What a transaction writes down and what it
 * queues exist together, so that a repeated job finds only what the first one has left. Nothing if the price
 * has changed again, or the listing is gone; nothing for those who saved it under another title.
 */
export async function notifyOfLowerPrice(context: Context, job: LowerPriceJob): Promise<void> {
  const { database, clock, events } = context;
  const now = clock.now();
  for (;;) {
    const userIds = await database.transaction(async (tx) => {
      const book = await findLoweredBook(tx, job, now);
      if (book === undefined) return [];
      return notifyNextUsers(context, tx, book, now);
    });
    if (userIds.length > 0) events.publish(priceNoticesChanged, { userIds });
    if (userIds.length < USER_BATCH_SIZE) return;
  }
}

async function findLoweredBook(
  tx: Transaction,
  { bookId, loweredAt }: LowerPriceJob,
  now: Date,
): Promise<LoweredBook | undefined> {
  const at = new Date(loweredAt);
  const isLast = sql`${sql.raw(lastPriceChange('books'))} = ${at}::timestamptz`;
  const [found] = await tx
    .select({ book: books, isSellerVerified: users.emailVerified })
    .from(books)
    .innerJoin(users, eq(users.id, books.sellerId))
    .where(and(eq(books.id, bookId), isLast));
  if (found === undefined || !isListed(found.book, now)) return undefined;
  const { book, isSellerVerified } = found;
  const isNewCut = book.priceLoweredAt?.getTime() === at.getTime();
  return { ...book, isSellerVerified, previousPrice: isNewCut ? book.previousPrice : null };
}

/** Notifies the next users who have not been notified yet, and returns them. */
async function notifyNextUsers(
  context: Context,
  tx: Transaction,
  book: LoweredBook,
  now: Date,
): Promise<string[]> {
  const { id, sellerId, previousPrice } = book;
  const since = new Date(now.getTime() - PRICE_NOTICE_INTERVAL_MS);
  const known = previousPriceSince('b', { since: 'f.created_at', now: `'${now.toISOString()}'` });
  const { rows } =
    await tx.execute<SavedBook>(sql`SELECT f.user_id AS "userId", f.book_id AS "subjectId", was.price AS "previousPrice"
    FROM ${favorites} f JOIN ${books} b ON b.id = f.book_id
      CROSS JOIN LATERAL (SELECT coalesce(${previousPrice}::int, ${sql.raw(known)}) AS price) was
    WHERE was.price IS NOT NULL AND f.book_id = ${id} AND f.user_id <> ${sellerId}
      AND ${sql.raw(hasTitleSinceSql('b', 'f.created_at'))}
      AND NOT EXISTS (SELECT FROM ${notifications} n WHERE n.user_id = f.user_id AND n.kind = ${LOWER_PRICE_KIND}
        AND n.subject_id = f.book_id AND n.created_at > ${since})
      AND NOT EXISTS (SELECT FROM ${priceNotices} former
        WHERE former.book_id = f.book_id AND former.user_id = f.user_id AND former.notified_at > ${since})
      AND NOT ${sql.raw(isBlockedSql('f.user_id', 'b.seller_id'))}
    ORDER BY f.user_id LIMIT ${USER_BATCH_SIZE}`);
  const outside = book.isSellerVerified ? {} : { isSilent: true, mailAt: null };
  const entries = rows.map((saved) => ({ ...saved, ...outside }));
  const written = await enqueueNotifications(context, tx, priceNotifications, entries, {
    now,
    unlessSince: since,
  });
  return written.map(({ userId }) => userId);
}

/** Deletes what processes of version 0.1.0 have left, once it prevents no notice any more. */
export async function deleteOldPriceNotices({
  database,
  clock,
}: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await database.orm
    .delete(priceNotices)
    .where(lt(priceNotices.notifiedAt, new Date(clock.now().getTime() - PRICE_NOTICE_INTERVAL_MS)));
}
