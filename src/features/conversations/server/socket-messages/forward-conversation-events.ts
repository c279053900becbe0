import { forwardTopic, type Live, type LiveFrame } from '#features/live/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { otherParticipantId } from '../../rules.ts';
import {
  type ConversationActivity,
  conversationActivity,
  conversationsDeleted,
  conversationTyping,
} from '../conversation-events.ts';
import { prepareConversationForBoth } from '../list-conversations.ts';
import { messageForReader } from '../messages/message-rows.ts';
import { recoverMessages } from './recover-messages.ts';
import { serializeByKey } from '#platform/server/concurrency/serialize-by-key.ts';

/** Forwards what happened to the connected participants. A message travels in its event. */
export function forwardConversationEvents(
  context: Pick<ServerContext, 'database' | 'log' | 'events' | 'clock' | 'publicUrl' | 'market'>,
  live: Live,
): void {
  const sendConversation = createConversationSender(context, live);
  const isFirstDelivery = recoverMessages(context);
  live.register({
    topics: [
      forwardTopic(conversationActivity, (activity) => {
        if (!isFirstDelivery(activity)) return [];
        sendConversation(activity);
        return toActivityFrames(context, activity);
      }),
      forwardTopic(conversationTyping, ({ receiverId, ...typing }) => [
        { to: receiverId, message: { type: 'typing', ...typing } },
      ]),
      forwardTopic(conversationsDeleted, ({ userId }) => [{ to: userId, message: { type: 'missed' } }]),
    ],
  });
}

function toActivityFrames(
  context: Pick<ServerContext, 'publicUrl' | 'market'>,
  activity: ConversationActivity,
): LiveFrame[] {
  if (activity.kind === 'message' || activity.kind === 'message-changed') {
    const { kind, message, isWithheld, buyerId, sellerId } = activity;
    const type = kind === 'message' ? 'new_message' : 'offer';
    const seen = isWithheld ? [message.senderId] : [buyerId, sellerId];
    const onlyFor = activity.kind === 'message-changed' ? activity.onlyFor : undefined;
    const receivers = onlyFor === undefined ? seen : seen.filter((id) => id === onlyFor);
    return receivers.map((to) => ({
      to,
      message: { type, message: messageForReader(context, message, to) },
    }));
  }
  if (activity.kind === 'read' && !activity.silent) {
    const { conversationId, upToSeq, readAt } = activity;
    const sender = otherParticipantId(activity, activity.readerId);
    return [{ to: sender, message: { type: 'message_read', conversationId, upToSeq, readAt } }];
  }
  return [];
}

/**
 * Sends a changed conversation to its connected participants. Reads of one conversation never overlap, so
 * that an older state never arrives after a newer one, and a burst of messages is not a burst of queries.
 */
function createConversationSender(
  { database, log, clock }: Pick<ServerContext, 'database' | 'log' | 'clock'>,
  live: Live,
): (activity: ConversationActivity) => void {
  const readForBoth = prepareConversationForBoth(database.orm, clock);
  const send = serializeByKey(
    async (conversationId) => {
      const both = await readForBoth(conversationId);
      // Deleted meanwhile, with one of its participants.
      if (both === null) return;
      const { buyer, seller } = both;
      // A user who has blocked the other hears nothing of them.
      if (!buyer.youBlocked) live.sendToUser(buyer.buyerId, { type: 'conversation', conversation: buyer });
      if (!seller.youBlocked)
        live.sendToUser(seller.sellerId, { type: 'conversation', conversation: seller });
    },
    (error) => log.warn({ err: error }, 'a changed conversation could not be read for its participants'),
  );
  return ({ conversationId, buyerId, sellerId }) => {
    if (live.isConnected(buyerId) || live.isConnected(sellerId)) send(conversationId);
  };
}
