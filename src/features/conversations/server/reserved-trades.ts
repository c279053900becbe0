import { sql } from 'drizzle-orm';
import { accountPaused } from '#platform/server/account-paused.ts';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';

/** A user of a request; `pausedUntil` is missing where a program acts. */
export type PausableActor = Pick<Actor, 'id'> & Partial<Pick<Actor, 'pausedUntil'>>;

/** SQL: whether a reservation of this conversation is active. It may be over, and the job has not ended it yet. */
const isReservedTradeSql = (conversationId: string, now: string): string =>
  `EXISTS (SELECT FROM conversation_reservations active
    WHERE active."conversationId" = ${conversationId} AND active.until > ${now})`;

/** SQL: the end of the pause that keeps a user from writing in a conversation; null: they may write. */
export const pausedUntilSql = (userId: string, conversationId: string, now: string): string =>
  `(SELECT paused.paused_until FROM users paused WHERE paused.id = ${userId} AND paused.paused_until > ${now}
    AND NOT ${isReservedTradeSql(conversationId, now)})`;

/**
 * What a paused participant does is about a reserved trade: asked in the transaction that does it. Undefined: of a
 * conversation that does not exist yet. Throws 'account-paused'.
 */
export async function throwUnlessReservedTrade(
  tx: Orm | Transaction,
  { pausedUntil = null }: PausableActor,
  conversationId: string | undefined,
  now: Date,
): Promise<void> {
  if (pausedUntil === null || pausedUntil <= now) return;
  const { rows } = await tx.execute<{ isReserved: boolean }>(sql`
    SELECT ${sql.raw(isReservedTradeSql('asked.id', 'asked.now'))} AS "isReserved"
    FROM (SELECT ${conversationId ?? null}::uuid AS id, ${now}::timestamptz AS now) asked`);
  if (rows[0]?.isReserved !== true) throw accountPaused(pausedUntil);
}
