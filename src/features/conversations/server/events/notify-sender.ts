import { sql } from 'drizzle-orm';
import { notificationParts, pushesStored } from '#features/notifications/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { StoredMessage } from '../messages/message-rows.ts';
import { messages } from '../table.ts';
import type { EventContext } from './write-event-message.ts';

/**
 * Notifies the devices of a sender of what has become of their message, also of one that is withheld:
 * its sender does not learn of a block.
 */
export async function notifySender(
  { events }: EventContext,
  tx: Transaction,
  message: StoredMessage,
  now: Date,
): Promise<void> {
  // The event has no sender, so no email counts it as an unread message.
  const { rows } = await tx.execute<{ hasPushes: boolean }>(sql`WITH sent AS (
      SELECT id, conversation_id, receiver_id AS sender_id, sender_id AS receiver_id, content, message_type,
        '{"actorId": null}'::jsonb AS event, seq, false AS is_withheld, ${now.toISOString()}::timestamptz AS created_at
      FROM ${messages} WHERE id = ${message.id}::uuid),
    ${notificationParts.commonTableExpressions}
    SELECT ${notificationParts.hasPushes} AS "hasPushes"`);
  const { senderId, conversationId: subjectId, seq } = message;
  if (rows[0]?.hasPushes) events.deliver(pushesStored, { userIds: [senderId], subjectId, seq });
}
