import { eq, or } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import { otherParticipantId } from '../rules.ts';
import { conversationsDeleted } from './conversation-events.ts';
import { exportConversations } from './export-conversations.ts';
import { conversations } from './table.ts';

/** A conversation is deleted with either participant. The browsers of the other participant fetch again. */
export function conversationPersonalData(events: EventBus): PersonalDataHandler {
  return {
    name: 'conversations',
    export: exportConversations,
    async remove(tx, { id }) {
      const gone = await tx
        .delete(conversations)
        .where(or(eq(conversations.buyerId, id), eq(conversations.sellerId, id)))
        .returning({ buyerId: conversations.buyerId, sellerId: conversations.sellerId });
      const others = new Set(gone.map((conversation) => otherParticipantId(conversation, id)));
      for (const userId of others) events.publish(conversationsDeleted, { userId });
    },
  };
}
