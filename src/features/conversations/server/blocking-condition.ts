import { type SQL, sql } from 'drizzle-orm';
import { blocks } from '#features/blocks/server/public.ts';
import type { Side } from '../rules.ts';
import { conversations } from './table.ts';

const idOf = { buyer: conversations.buyerId, seller: conversations.sellerId };
const across = { buyer: 'seller', seller: 'buyer' } as const;

/** For a row of conversations: whether this side has blocked the other. */
export const isBlocking = (side: Side): SQL<boolean> =>
  sql<boolean>`exists (select from ${blocks}
    where ${blocks.blockerId} = ${idOf[side]} and ${blocks.blockedId} = ${idOf[across[side]]})`;
