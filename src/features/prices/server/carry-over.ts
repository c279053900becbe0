import { type SQL, sql } from 'drizzle-orm';
import {
  carryOver,
  CARRY_OVER_BATCH_SIZE,
  type FormerNotification,
} from '#features/notifications/server/public.ts';
import { notifications } from '#features/notifications/server/table.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { LOWER_PRICE_KIND } from './price-notifications.ts';
import { priceNotices } from './table.ts';

// Remove in 0.3.0: it carries over what processes of version 0.1.0 write during the upgrade.

/** They stay in their table: processes of version 0.1.0 would notify their users again. */
const isMissing = sql`NOT EXISTS (SELECT FROM ${notifications} n WHERE n.user_id = former.user_id
  AND n.kind = ${LOWER_PRICE_KIND} AND n.subject_id = former.book_id)`;

/** Price notices of processes of version 0.1.0 that wait for `carryOverPriceNotices`. */
export const selectFormerPriceNotices = (): SQL => sql`SELECT FROM ${priceNotices} former WHERE ${isMissing}`;

export const carryOverPriceNotices = (context: Pick<ServerContext, 'database' | 'jobs'>): Promise<void> =>
  carryOver(context, LOWER_PRICE_KIND, async (tx) => {
    const { rows } = await tx.execute<FormerNotification>(sql`
      SELECT user_id AS "userId", book_id AS "subjectId", notified_at AS "createdAt", seen_at AS "seenAt",
        jsonb_build_object('previousPrice', previous_price) AS payload
      FROM ${priceNotices} former WHERE ${isMissing} LIMIT ${CARRY_OVER_BATCH_SIZE}`);
    return rows;
  });
