import { type SQL, sql } from 'drizzle-orm';
import { hasBlockedSql } from '#features/blocks/server/public.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { Side } from '../rules.ts';
import { conversations, messages } from './table.ts';

const idOf = { buyer: 'conversations.buyer_id', seller: 'conversations.seller_id' };
const across = { buyer: 'seller', seller: 'buyer' } as const;

/** Whether this side of a conversation's row has blocked the other. */
export const isBlocking = (side: Side): SQL<boolean> =>
  sql.raw(hasBlockedSql(idOf[side], idOf[across[side]])) as SQL<boolean>;

/** The actor is a participant. Part of the WHERE of every statement on conversations. */
export const isParticipant = (actor: Pick<Actor, 'id'>): SQL =>
  sql`(${conversations.buyerId} = ${actor.id} or ${conversations.sellerId} = ${actor.id})`;

/** An event that neither participant has caused: its row has a sender, but both receive it. */
export const isForBoth: SQL<boolean> = sql<boolean>`${messages.event} @> '{"isForBoth": true}'`;
