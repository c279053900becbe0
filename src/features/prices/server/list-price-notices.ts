import { and, eq, isNull, lte } from 'drizzle-orm';
import { isBlockedSql } from '#features/blocks/server/public.ts';
import { isListedSql } from '#features/books/server/public.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { PriceNotice } from '../contract.ts';
import { MAX_PRICE_NOTICES } from '../rules.ts';
import { priceNoticesChanged } from './price-events.ts';
import { priceNotices } from './table.ts';
import { hasTitleSinceSql } from './title-since.ts';

type Context = Pick<ServerContext, 'database' | 'clock' | 'events'>;
type Row = Omit<PriceNotice, 'notifiedAt'> & { notifiedAt: Date };

/** The lower prices of books that the actor has saved under their titles, in the last days, newest first. */
export async function listPriceNotices(
  { database, clock }: Context,
  { id }: Pick<Actor, 'id'>,
): Promise<PriceNotice[]> {
  const { rows } = await database.pool.query<Row>({
    name: 'price-notices',
    text: `SELECT b.id AS "bookId", b.title, b.price, n.previous_price AS "previousPrice",
        n.notified_at AS "notifiedAt", n.seen_at IS NOT NULL AS "isSeen"
      FROM price_notices n JOIN books b ON b.id = n.book_id AND ${isListedSql('b', '$2')}
        JOIN favorites f ON f.book_id = n.book_id AND f.user_id = n.user_id
          AND ${hasTitleSinceSql('b', 'f.created_at')}
      WHERE n.user_id = $1 AND b.price < n.previous_price AND NOT ${isBlockedSql('n.user_id', 'b.seller_id')}
      ORDER BY n.notified_at DESC, n.book_id LIMIT ${MAX_PRICE_NOTICES}`,
    values: [id, clock.now()],
  });
  return rows.map(({ notifiedAt, ...row }) => ({ ...row, notifiedAt: notifiedAt.toISOString() }));
}

/** Marks the actor's notices up to a time as seen. */
export async function markPriceNoticesSeen(
  { database, clock, events }: Context,
  { id }: Pick<Actor, 'id'>,
  upTo: Date,
): Promise<{ seen: true }> {
  const { userId, seenAt, notifiedAt } = priceNotices;
  const { rowCount } = await database.orm
    .update(priceNotices)
    .set({ seenAt: clock.now() })
    .where(and(eq(userId, id), isNull(seenAt), lte(notifiedAt, upTo)));
  if (rowCount) events.publish(priceNoticesChanged, { userIds: [id] });
  return { seen: true };
}
