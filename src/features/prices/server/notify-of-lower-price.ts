import { and, eq, lt, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import { isBlockedSql } from '#features/blocks/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { isListed } from '#features/books/rules.ts';
import { favorites } from '#features/favorites/server/table.ts';
import { findReceivers, queueBookNotices, stopEmailsText } from '#features/notifications/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import { lowerPriceText, PRICE_NOTICE_INTERVAL_MS } from '../rules.ts';
import type { LowerPriceJob } from './enqueue-lower-price.ts';
import { lastPriceChange, previousPriceSince } from './previous-price-since.ts';
import { priceNoticesChanged } from './price-events.ts';
import { priceNotices } from './table.ts';
import { hasTitleSinceSql } from './title-since.ts';

type Context = Pick<ServerContext, 'database' | 'clock' | 'jobs' | 'mailer' | 'publicUrl' | 'events'>;

/** `previousPrice`: what everybody reads struck out since this change; null: nothing new. */
type LoweredBook = {
  id: string;
  sellerId: string;
  isSellerVerified: boolean;
  title: string;
  price: number;
  previousPrice: number | null;
};
type Notice = { userId: string; previousPrice: number };

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
      const notices = await writeNotices(tx, book, now);
      await deliver(context, tx, { book, notices, now });
      return notices.map(({ userId }) => userId);
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

/** Returns the next users who have not been notified, in one order: two processes never deadlock. */
async function writeNotices(
  tx: Transaction,
  { id, sellerId, previousPrice }: LoweredBook,
  now: Date,
): Promise<Notice[]> {
  const since = new Date(now.getTime() - PRICE_NOTICE_INTERVAL_MS);
  const known = previousPriceSince('b', { since: 'f.created_at', now: `'${now.toISOString()}'` });
  const { rows } = await tx.execute<Notice>(sql`INSERT INTO price_notices
      (book_id, user_id, notified_at, previous_price)
    SELECT f.book_id, f.user_id, ${now}::timestamptz, was.price FROM ${favorites} f JOIN ${books} b ON b.id = f.book_id
      CROSS JOIN LATERAL (SELECT coalesce(${previousPrice}::int, ${sql.raw(known)}) AS price) was
    WHERE was.price IS NOT NULL AND f.book_id = ${id} AND f.user_id <> ${sellerId}
      AND ${sql.raw(hasTitleSinceSql('b', 'f.created_at'))}
      AND NOT EXISTS (SELECT FROM ${priceNotices} n
        WHERE n.book_id = f.book_id AND n.user_id = f.user_id AND n.notified_at > ${since})
      AND NOT ${sql.raw(isBlockedSql('f.user_id', 'b.seller_id'))}
    ORDER BY f.user_id LIMIT ${USER_BATCH_SIZE}
    ON CONFLICT (book_id, user_id) DO UPDATE SET notified_at = excluded.notified_at,
        previous_price = excluded.previous_price, seen_at = NULL
      WHERE price_notices.notified_at <= ${since}
    RETURNING user_id AS "userId", previous_price AS "previousPrice"`);
  return rows;
}

/**
 * By push and by email, as the settings of each user say. Not of sellers without a verified email: a script
 * creates any number of those, and both carry the title out of the product.
 */
async function deliver(
  context: Context,
  tx: Transaction,
  { book, notices, now }: { book: LoweredBook; notices: readonly Notice[]; now: Date },
): Promise<void> {
  const { id: bookId, sellerId, price } = book;
  if (!book.isSellerVerified) return;
  const previousPriceOf = new Map(notices.map(({ userId, previousPrice }) => [userId, previousPrice]));
  const receivers = await findReceivers(tx, [...previousPriceOf.keys()]);
  const textFor = (userId: string, title: string) =>
    lowerPriceText({ title, price, previousPrice: previousPriceOf.get(userId)! });
  const pushed = receivers.filter(({ pushPrices }) => pushPrices);
  await queueBookNotices(
    context,
    tx,
    pushed.map(({ id: userId }) => ({
      userId,
      bookId,
      title: textFor(userId, book.title),
      body: 'You saved this book.',
      path: `/book/${bookId}`,
    })),
    now,
  );
  for (const { id, name, email, mailPrices, emailVerified } of receivers)
    if (mailPrices && emailVerified)
      await context.mailer.send(tx, {
        to: email,
        aboutUserId: sellerId,
        subject: 'A book that you saved costs less on BookSwap',
        text: `Hi ${defuseLinks(name)},

${textFor(id, defuseLinks(book.title))}:
${context.publicUrl}/book/${bookId}

${stopEmailsText(context)}`,
      });
}

/** Deletes the rows that prevent no notice any more. */
export async function deleteOldPriceNotices({
  database,
  clock,
}: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await database.orm
    .delete(priceNotices)
    .where(lt(priceNotices.notifiedAt, new Date(clock.now().getTime() - PRICE_NOTICE_INTERVAL_MS)));
}
