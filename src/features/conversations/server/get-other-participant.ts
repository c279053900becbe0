import { conversationProblem } from '../contract.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { isBlocking, isParticipant } from './conversation-conditions.ts';
import { otherParticipantId } from '../rules.ts';
import { conversations } from './table.ts';

/** The other participant, and whether one has blocked the other. Throws 'conversation-not-found'. */
export async function getOtherParticipant(
  { orm }: Pick<Database, 'orm'>,
  actor: Pick<Actor, 'id'>,
  conversationId: string,
): Promise<{ otherId: string; isSilent: boolean }> {
  const [row] = await orm
    .select({
      buyerId: conversations.buyerId,
      sellerId: conversations.sellerId,
      isSilent: sql<boolean>`(${isBlocking('buyer')} or ${isBlocking('seller')})`,
    })
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), isParticipant(actor)));
  if (row === undefined) throw conversationProblem('conversation-not-found');
  return { otherId: otherParticipantId(row, actor.id), isSilent: row.isSilent };
}

/** The read position of the other participant; null if nothing is read. Throws 'conversation-not-found'. */
export async function getOtherReadPosition(
  { orm }: Pick<Database, 'orm'>,
  actor: Pick<Actor, 'id'>,
  conversationId: string,
): Promise<{ upToSeq: number; readAt: string } | null> {
  const [row] = await orm
    .select()
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), isParticipant(actor)));
  if (row === undefined) throw conversationProblem('conversation-not-found');
  const isBuyer = row.buyerId === actor.id;
  const upToSeq = isBuyer ? row.sellerReadSeq : row.buyerReadSeq;
  const readAt = isBuyer ? row.sellerReadAt : row.buyerReadAt;
  return readAt === null ? null : { upToSeq, readAt: readAt.toISOString() };
}
