import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { StoredMessage } from '../message-for-reader.ts';
import { messages } from '../table.ts';
import type { MessageHook } from '../write-message.ts';

/**
 * Notifies the devices of a sender of what has become of their message, also of one that is withheld:
 * its sender does not learn of a block. What it returns runs after the commit.
 */
export async function notifySender(
  { messageHook }: { messageHook: MessageHook | undefined },
  tx: Transaction,
  message: StoredMessage,
  now: Date,
): Promise<() => void> {
  if (messageHook === undefined) return () => {};
  // As an event of nobody: no email counts it as an unread message.
  const { rows } = await tx.execute<{ shouldRunAfterCommit: boolean }>(sql`WITH sent AS (
      SELECT id, conversation_id, receiver_id AS sender_id, sender_id AS receiver_id, content, message_type,
        '{"actorId": null}'::jsonb AS event, seq, false AS is_withheld, ${now.toISOString()}::timestamptz AS created_at
      FROM ${messages} WHERE id = ${message.id}::uuid),
    ${messageHook.commonTableExpressions}
    SELECT ${messageHook.shouldRunAfterCommit} AS "shouldRunAfterCommit"`);
  return () => {
    if (rows[0]?.shouldRunAfterCommit) void messageHook.afterCommit(message);
  };
}
