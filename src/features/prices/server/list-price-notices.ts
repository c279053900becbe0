import { isBlockedSql } from '#features/blocks/server/public.ts';
import { isListedSql } from '#features/books/server/public.ts';
import { markSeen } from '#features/notifications/server/public.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { PriceNotice } from '../contract.ts';
import { MAX_PRICE_NOTICES, PRICE_NOTICE_INTERVAL_MS } from '../rules.ts';
import { priceNoticesChanged } from './price-events.ts';
import { LOWER_PRICE_KIND } from './price-notifications.ts';
import { hasTitleSinceSql } from './previous-price-since.ts';

type Context = Pick<ServerContext, 'database' | 'clock' | 'events'>;
type Row = Omit<PriceNotice, 'notifiedAt'> & { notifiedAt: Date };

/** The lower prices of books that the actor has saved under their titles, in the last days, newest first. */
export async function listPriceNotices(
  { database, clock }: Context,
  { id }: Pick<Actor, 'id'>,
): Promise<PriceNotice[]> {
  const now = clock.now();
  const { rows } = await database.pool.query<Row>({
    name: 'price-notices',
    text: `SELECT b.id AS "bookId", b.title, b.price, (n.payload ->> 'previousPrice')::int AS "previousPrice",
        n.created_at AS "notifiedAt", n.seen_at IS NOT NULL AS "isSeen"
      FROM notifications n JOIN books b ON b.id = n.subject_id AND ${isListedSql('b', '$2')}
        JOIN favorites f ON f.book_id = b.id AND f.user_id = n.user_id
          AND ${hasTitleSinceSql('b', 'f.created_at')}
      WHERE n.user_id = $1 AND n.kind = '${LOWER_PRICE_KIND}' AND n.created_at > $3
        AND b.price < (n.payload ->> 'previousPrice')::int AND NOT ${isBlockedSql('n.user_id', 'b.seller_id')}
      ORDER BY n.created_at DESC, b.id LIMIT ${MAX_PRICE_NOTICES}`,
    values: [id, now, new Date(now.getTime() - PRICE_NOTICE_INTERVAL_MS)],
  });
  return rows.map(({ notifiedAt, ...row }) => ({ ...row, notifiedAt: notifiedAt.toISOString() }));
}

export async function markPriceNoticesSeen(
  { database, clock, events }: Context,
  { id }: Pick<Actor, 'id'>,
  upTo: Date,
): Promise<{ seen: true }> {
  const isChanged = await markSeen({ database, clock }, { userId: id, kind: LOWER_PRICE_KIND, upTo });
  if (isChanged) events.publish(priceNoticesChanged, { userIds: [id] });
  return { seen: true };
}
