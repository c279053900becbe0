import { type SQL, sql } from 'drizzle-orm';
import { hasBlockedSql } from '#features/blocks/server/public.ts';
import { books } from '#features/books/server/table.ts';
import {
  conversationActivity,
  type EventContext,
  writeEventMessage,
} from '#features/conversations/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { NamedSale } from '../../contract.ts';
import { SALE_QUESTION_DAYS } from '../../rules.ts';
import { namedSales } from '../table.ts';

export type NamedSaleRow = typeof namedSales.$inferSelect;

const ids = { buyer: 'named_sales.buyer_id', seller: 'named_sales.seller_id' };

/**
 * Whether the question of a named sale, joined with its listing, is open for the reader: for 14 days, while
 * the listing exists and the reader has not blocked the other participant. A block in the other direction must
 * not show. Nothing is stored when that ends, so no work is due.
 */
export const isOpenFor = (reader: 'buyer' | 'seller', now: Date): SQL<boolean> => sql<boolean>`
  (${books.deletedAt} IS NULL
  AND ${namedSales.createdAt} > ${new Date(now.getTime() - SALE_QUESTION_DAYS * DAY_MS)}
  AND NOT ${sql.raw(hasBlockedSql(ids[reader], ids[reader === 'buyer' ? 'seller' : 'buyer']))})`;

type Sale = Pick<NamedSaleRow, 'conversationId' | 'buyerId' | 'sellerId'>;

/** Writes a line into the conversation of the two. Who has caused it is not notified. */
export async function writeSaleEvent(
  context: EventContext,
  tx: Transaction,
  sale: Sale,
  kind: 'received' | 'not-received' | 'available-again' | 'sold-to-buyer',
  now: Date,
): Promise<void> {
  const { conversationId, buyerId, sellerId } = sale;
  const actorId = kind === 'received' || kind === 'not-received' ? buyerId : sellerId;
  await writeEventMessage(context, tx, { kind, actorId, conversationId }, now);
  publishSale(context, sale);
}

/** What the pages of the two show has changed. */
export const publishSale = ({ events }: EventContext, { conversationId, buyerId, sellerId }: Sale): void =>
  events.publish(conversationActivity, { kind: 'reservation', conversationId, buyerId, sellerId });

/** A named sale that is not withdrawn. */
export type OpenSaleRow = NamedSaleRow & Pick<NamedSale, 'state'>;

export const toNamedSale = ({ id, bookId, buyerId, price, state }: OpenSaleRow): NamedSale => ({
  id,
  bookId,
  buyerId,
  price,
  state,
});
