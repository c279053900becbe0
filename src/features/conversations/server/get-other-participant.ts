import { conversationProblem } from '../contract.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { isBlocking, isParticipant } from './conversation-conditions.ts';
import { otherParticipantId } from '../rules.ts';
import { pausedUntilSql } from './reserved-trades.ts';
import { conversations } from './table.ts';

/**
 * The other participant, and whether one has blocked the other. `pausedUntil`: the end of the pause that keeps the
 * actor from writing. Throws 'conversation-not-found'.
 */
export async function getOtherParticipant(
  { orm }: Pick<Database, 'orm'>,
  actor: Pick<Actor, 'id'>,
  conversationId: string,
  now: Date,
): Promise<{ otherId: string; isSilent: boolean; pausedUntil: Date | null }> {
  const [row] = await orm
    .select({
      buyerId: conversations.buyerId,
      sellerId: conversations.sellerId,
      isSilent: sql<boolean>`(${isBlocking('buyer')} or ${isBlocking('seller')})`,
      pausedUntil: sql<
        string | null
      >`(SELECT ${sql.raw(pausedUntilSql('asked.id', 'conversations.id', 'asked.now'))}
        FROM (SELECT ${actor.id}::uuid AS id, ${now}::timestamptz AS now) asked)`,
    })
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), isParticipant(actor)));
  if (row === undefined) throw conversationProblem('conversation-not-found');
  const { isSilent, pausedUntil } = row;
  return {
    otherId: otherParticipantId(row, actor.id),
    isSilent,
    pausedUntil: pausedUntil === null ? null : new Date(pausedUntil),
  };
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
