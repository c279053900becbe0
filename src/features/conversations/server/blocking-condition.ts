import { type SQL, sql } from 'drizzle-orm';
import { hasBlockedSql } from '#features/blocks/server/public.ts';
import type { Side } from '../rules.ts';

const idOf = { buyer: 'conversations.buyer_id', seller: 'conversations.seller_id' };
const across = { buyer: 'seller', seller: 'buyer' } as const;

/** For a row of conversations: whether this side has blocked the other. */
export const isBlocking = (side: Side): SQL<boolean> =>
  sql.raw(hasBlockedSql(idOf[side], idOf[across[side]])) as SQL<boolean>;
