import { asc, inArray, sql } from 'drizzle-orm';
import { RecentKeys } from '#platform/server/events/recent-keys.ts';
import { SEEN_TTL_MS } from '#platform/server/events/recover-lost-events.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { type ConversationActivity, conversationActivity } from '../conversation-events.ts';
import { selectMessagesForBoth, toStoredMessage } from '../messages/message-rows.ts';
import { messages } from '../table.ts';

/**
 * Makes good the lost events of messages, from the messages themselves: so that not even the end of a process
 * between the commit and its event delays one for long. The returned function is called with each activity;
 * false for a message that was delivered before, by its event or without.
 */
export function recoverMessages({
  database,
  events,
  clock,
}: Pick<ServerContext, 'database' | 'events' | 'clock'>): (activity: ConversationActivity) => boolean {
  const { recovery } = events;
  if (recovery === null) return () => true;
  const seen = new RecentKeys(clock, SEEN_TTL_MS);
  recovery.add({
    name: 'messages',
    select: ({ from, to }) =>
      sql`SELECT id, sender_id AS one, receiver_id AS other FROM ${messages} WHERE id >= ${from}::uuid AND id < ${to}::uuid`,
    isSeen: (id) => seen.has(id),
    async recover(ids) {
      const rows = await selectMessagesForBoth(database.orm)
        .where(inArray(messages.id, ids))
        .orderBy(asc(messages.conversationId), asc(messages.seq));
      for (const { message, buyerId, sellerId } of rows) {
        const { conversationId, isWithheld } = message;
        const participants = { conversationId, buyerId, sellerId };
        events.deliver(conversationActivity, {
          kind: 'message',
          ...participants,
          message: toStoredMessage(message, clock.now()),
          isWithheld,
        });
      }
    },
  });
  return (activity) => activity.kind !== 'message' || seen.add(activity.message.id);
}
