import { sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import { books } from '#features/books/server/table.ts';
import { conversations } from '#features/conversations/server/table.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { TradeSummary } from '../../contract.ts';
import { confirmedSales, namedSales, reservations } from '../table.ts';
import { isOpenFor } from './named-sale.ts';

type TradeRow = {
  kind: 'reservation' | 'waiting' | 'denied' | 'confirmed';
  id: string;
  book_id: string;
  seller_id: string | null;
  other_id: string | null;
  other_name: string | null;
  conversation_id: string | null;
  price: number;
  at: Date | string;
};

/**
 * What the actor has agreed about these books. A confirmed sale says more than the named one it comes from,
 * and a sale more than a reservation.
 */
export async function listTrades(
  { orm }: Database,
  { actorId, bookIds }: { actorId: string; bookIds: readonly string[] },
  now: Date,
): Promise<TradeSummary[]> {
  const isAsked = sql`= ANY(${sql.param(bookIds)}::uuid[])`;
  const { rows } = await orm.execute<TradeRow>(sql`
    SELECT DISTINCT ON (t.book_id) t.*, other.id AS other_id, other.name AS other_name
    FROM (
      SELECT 1 AS rank, 'confirmed' AS kind, s.id, s.book_id, s.seller_id, s.buyer_id, c.id AS conversation_id,
        s.price, s.confirmed_at AS at
      FROM ${confirmedSales} s
      LEFT JOIN ${conversations} c ON c.book_id = s.book_id AND c.buyer_id = s.buyer_id
      WHERE s.book_id ${isAsked} AND ${actorId} IN (s.seller_id, s.buyer_id)
      UNION ALL
      SELECT 2, state, named_sales.id, book_id, named_sales.seller_id, buyer_id, conversation_id,
        named_sales.price, named_sales.created_at
      FROM ${namedSales} JOIN ${books} ON books.id = book_id
      WHERE book_id ${isAsked} AND ${actorId} IN (named_sales.seller_id, buyer_id) AND (state = 'denied' OR state = 'waiting'
        AND CASE buyer_id WHEN ${actorId} THEN ${isOpenFor('buyer', now)}
          ELSE ${isOpenFor('seller', now)} END)
      UNION ALL
      SELECT 3, 'reservation', r.id, r.book_id, r.seller_id, r.buyer_id, r.conversation_id, r.price, r.until
      FROM ${reservations} r JOIN ${books} b ON b.id = r.book_id AND b.sold_at IS NULL AND b.deleted_at IS NULL
      WHERE r.book_id ${isAsked} AND ${actorId} IN (r.seller_id, r.buyer_id) AND r.state = 'active'
        AND r.until > ${now}) t
    LEFT JOIN ${users} other ON other.id = CASE WHEN t.seller_id = ${actorId} THEN t.buyer_id ELSE t.seller_id END
    ORDER BY t.book_id, t.rank`);
  return rows.map((row) => toTradeSummary(row, actorId));
}

function toTradeSummary(row: TradeRow, actorId: string): TradeSummary {
  const { kind, id, price, other_id: otherId, other_name: name } = row;
  const at = new Date(row.at).toISOString();
  return {
    bookId: row.book_id,
    side: row.seller_id === actorId ? 'seller' : 'buyer',
    other: otherId === null || name === null ? null : { id: otherId, name },
    conversationId: row.conversation_id,
    reservation: kind === 'reservation' ? { id, price, until: at } : null,
    sale: kind === 'reservation' ? null : { id, state: kind, price, at },
  };
}
