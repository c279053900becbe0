import { type SQL, sql } from 'drizzle-orm';
import { hasBlockedSql } from '#features/blocks/server/public.ts';
import type { Side } from '../rules.ts';

const idOf = { buyer: 'conversations.buyer_id', seller: 'conversations.seller_id' };
const across = { buyer: 'seller', seller: 'buyer' } as const;

/** Whether this side of a conversation's row has blocked the other. */
export const isBlocking = (side: Side): SQL<boolean> =>
  sql.raw(hasBlockedSql(idOf[side], idOf[across[side]])) as SQL<boolean>;
