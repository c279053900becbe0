import { and, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import { hashMailbox } from '#features/accounts/server/public.ts';
import { users } from '#features/accounts/server/table.ts';
import { type BookHook, storeBookChanges } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MAILBOX_TTL_MS, SALE_COUNTS_AGAIN_MS, SALE_GROUP_SELLERS, SALE_MAX_AGE_MS } from '../../rules.ts';
import { confirmedSales } from '../table.ts';
import { endReservation, type ReservationRow, type LockedTrade, type TradeContext } from '../with-trade.ts';

type ConfirmedSale = {
  /** The id of the reservation or the named sale that it came from. */
  id: string;
  /** Null: the listing is gone. */
  bookId: string | null;
  sellerId: string;
  buyerId: string;
  /** The agreed price. */
  price: number;
  isbn: string | null;
  condition: string;
} & Partial<Listing>;

const lockSales = createKeyedLock('confirmed sales of');

/**
 * Records a sale, at most one of each listing. The title of a listing that is gone is given. Returns whether
 * the sale is new.
 */
export async function recordConfirmedSale(
  context: SaleContext,
  tx: Transaction,
  sale: ConfirmedSale,
  now: Date,
): Promise<boolean> {
  const mailboxes = await readMailboxes(context, tx, sale);
  const recorded = await tx
    .insert(confirmedSales)
    .values({
      ...(await readListing(tx, sale.bookId)),
      ...sale,
      ...mailboxes,
      sellerKey: sale.sellerId,
      counts: await countsOnProfiles(tx, { ...sale, ...mailboxes }, now),
      confirmedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: confirmedSales.id });
  if (recorded.length === 0) return false;
  if (sale.isbn !== null) await completeGroup(tx, sale.isbn, now);
  return true;
}

/**
 * Both have a verified email, of different mailboxes, and no other sale between the two counts yet, in either
 * direction. An account that was deleted and made again with the same mailbox is the same user.
 */
async function countsOnProfiles(
  tx: Transaction,
  { sellerId, buyerId, sellerMailbox, buyerMailbox }: ConfirmedSale & Mailboxes,
  now: Date,
): Promise<boolean> {
  if (sellerMailbox === buyerMailbox) return false;
  const since = new Date(now.getTime() - SALE_COUNTS_AGAIN_MS);
  await lockSales(tx, [sellerMailbox, buyerMailbox].sort().join(' '));
  const seller = { id: sellerId, mailbox: sellerMailbox };
  const buyer = { id: buyerId, mailbox: buyerMailbox };
  const soldBy = (one: typeof seller, other: typeof seller) => sql`EXISTS (SELECT FROM confirmed_sales c
    WHERE c.counts AND c.confirmed_at > ${since}
      AND (c.seller_id = ${one.id} OR c.seller_mailbox = ${one.mailbox})
      AND (c.buyer_id = ${other.id} OR c.buyer_mailbox = ${other.mailbox}))`;
  const { rows } = await tx.execute<{ counts: boolean }>(sql`SELECT
    (SELECT bool_and(email_verified) FROM ${users} WHERE id IN (${sellerId}, ${buyerId}))
    AND NOT ${soldBy(seller, buyer)} AND NOT ${soldBy(buyer, seller)} AS counts`);
  return rows[0]!.counts;
}

type Listing = Record<'title' | 'author' | 'subject', string>;

/** Its buyer keeps what the listing says, also after its deletion. */
async function readListing(tx: Transaction, bookId: string | null): Promise<Listing | undefined> {
  if (bookId === null) return undefined;
  const { title, author, subject } = books;
  return (await tx.select({ title, author, subject }).from(books).where(eq(books.id, bookId)))[0];
}

/**
 * The prices of an ISBN that do not count yet begin to, all at once, when they are of enough sellers and
 * buyers, and stop together when the oldest is too old. A gift has no price. Only users with a verified
 * email count, and accounts of one mailbox as one: a user with five accounts would otherwise decide the
 * price, and read one of another.
 */
async function completeGroup(tx: Transaction, isbn: string, now: Date): Promise<void> {
  await lockSales(tx, isbn);
  const since = new Date(now.getTime() - SALE_MAX_AGE_MS);
  await tx.execute(sql`WITH waiting AS (
      SELECT c.id, c.confirmed_at, coalesce(c.seller_mailbox, c.seller_id::text) AS of_seller,
        coalesce(c.buyer_mailbox, c.buyer_id::text) AS of_buyer FROM confirmed_sales c
      JOIN ${users} seller ON seller.id = c.seller_id AND seller.email_verified
      JOIN ${users} buyer ON buyer.id = c.buyer_id AND buyer.email_verified
      WHERE c.isbn = ${isbn} AND c.confirmed_at > ${since} AND c.counts_until IS NULL AND c.price > 0
        AND (c.seller_mailbox = c.buyer_mailbox) IS NOT TRUE),
    complete AS (
      SELECT min(confirmed_at) AS oldest FROM waiting
      HAVING count(DISTINCT of_seller) >= ${SALE_GROUP_SELLERS} AND count(DISTINCT of_buyer) >= ${SALE_GROUP_SELLERS})
    UPDATE confirmed_sales SET counts_until = complete.oldest + ${`${SALE_MAX_AGE_MS} milliseconds`}::interval
    FROM complete WHERE id IN (SELECT id FROM waiting)`);
}

export type SaleContext = Pick<ServerContext, 'secrets'>;
type Mailboxes = Record<'sellerMailbox' | 'buyerMailbox', string>;

/** Reads mailboxes as keyed hashes. */
async function readMailboxes(
  { secrets }: SaleContext,
  tx: Transaction,
  { sellerId, buyerId }: Record<'sellerId' | 'buyerId', string>,
): Promise<Mailboxes> {
  const { id, mailbox } = users;
  const found = await tx
    .select({ id, mailbox })
    .from(users)
    .where(inArray(id, [sellerId, buyerId]));
  const mailboxes = new Map(found.map((user) => [user.id, hashMailbox(secrets, 'sales', user.mailbox)]));
  return { sellerMailbox: mailboxes.get(sellerId)!, buyerMailbox: mailboxes.get(buyerId)! };
}

/** Deletes the mailboxes of sales that no rule compares any more; the sales stay. */
export async function deleteOldMailboxes({
  database,
  clock,
}: Pick<ServerContext, 'database' | 'clock'>): Promise<void> {
  const { sellerMailbox, buyerMailbox, confirmedAt } = confirmedSales;
  const before = new Date(clock.now().getTime() - MAILBOX_TTL_MS);
  await database.orm
    .update(confirmedSales)
    .set({ sellerMailbox: null, buyerMailbox: null })
    .where(and(lte(confirmedAt, before), or(isNotNull(sellerMailbox), isNotNull(buyerMailbox))));
}

/** Locks a confirmed sale of which the actor is the seller or the buyer. */
export async function lockSaleOfActor(tx: Transaction, saleId: string, actorId: string) {
  const { id, sellerId, buyerId, confirmedAt, counts } = confirmedSales;
  const [sale] = await tx
    .select({ id, sellerId, buyerId, confirmedAt, counts })
    .from(confirmedSales)
    .where(and(eq(id, saleId), or(eq(sellerId, actorId), eq(buyerId, actorId))))
    .for('no key update');
  return sale;
}

export type SellingContext = TradeContext &
  Pick<ServerContext, 'secrets'> & {
    /** Days that a new or renewed listing stays active. */
    listingDays: number;
    bookHook: BookHook;
    saleHook: SaleHook;
  };

/** What another feature does in the transaction that confirms a sale. */
export type SaleHook = (
  work: Pick<LockedTrade, 'tx' | 'now' | 'context'>,
  sale: { bookId: string; buyerId: string },
) => Promise<void>;

/**
 * Sells the book of a trade to a user. Their reservation ends as completed and is returned; the sale cancels
 * one of another user. The caller publishes the events.
 */
export async function sellToBuyer(
  context: SellingContext,
  trade: LockedTrade,
  buyerId: string,
): Promise<ReservationRow | null> {
  const { tx, book, now } = trade;
  const reservation = trade.reservation?.buyerId === buyerId ? trade.reservation : null;
  if (reservation !== null) await endReservation(trade, reservation, 'completed', book.sellerId);
  await storeBookChanges(context, tx, book, { isSold: true }, now);
  return reservation;
}
