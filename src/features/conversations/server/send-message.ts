import type { Database } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountPaused } from '#platform/server/account-paused.ts';
import { conversationProblem, type Message } from '../contract.ts';
import { budgetExceeded } from '#features/accounts/contract.ts';
import { otherParticipantId } from '../rules.ts';
import { publishMessage } from './conversation-events.ts';
import { findMessage, isSent, messageForReader, type StoredMessage } from './messages/message-rows.ts';
import { type NewMessage, type MessageWriteResult, writeMessage } from './write-message.ts';

type SendMessageInput = {
  conversationId: string;
  content: string;
  clientMessageId?: string | undefined;
};

/**
 * Sends a message with the next `seq` of its conversation, whose row is locked. The same `clientMessageId`
 * again returns the stored message, also with another text. A blocked sender gets a normal response.
 * Throws 'conversation-not-found', 'recipient-blocked-by-you', 'account-paused', 'daily-limit-reached'.
 */
export async function sendMessage(
  context: Pick<ServerContext, 'database' | 'clock' | 'events' | 'publicUrl' | 'market'>,
  actor: Pick<Actor, 'id'>,
  { conversationId, content, ...sending }: SendMessageInput,
): Promise<{ message: Message; isNew: boolean }> {
  const { database, clock, events } = context;
  const now = clock.now();
  const clientMessageId = sending.clientMessageId ?? newId(now);
  const sent: NewMessage = {
    id: newId(now),
    conversationId,
    senderId: actor.id,
    content,
    messageType: 'text',
    clientMessageId,
    createdAt: now,
  };
  const written = await writeMessage(database, sent);
  if (written === undefined) throw conversationProblem('conversation-not-found');
  const { seq, buyerId, sellerId } = written;
  if (seq === null) {
    const stored = await findSent(database, sent, written);
    return { message: messageForReader(context, stored, actor.id), isNew: false };
  }
  const message: StoredMessage = {
    ...sent,
    receiverId: otherParticipantId(written, actor.id),
    seq,
    offer: null,
    event: null,
    meeting: null,
    readAt: null,
    senderReadAt: null,
    createdAt: now.toISOString(),
  };
  publishMessage(events, { conversationId, buyerId, sellerId, message }, written);
  return { message: messageForReader(context, message, actor.id), isNew: true };
}

/** A message from before the block stays sent. Otherwise it was deleted meanwhile, with a participant. */
async function findSent(
  { orm }: Database,
  sent: NewMessage,
  { youBlocked, isOverBudget, pausedUntil }: MessageWriteResult,
): Promise<StoredMessage> {
  const message = await findMessage(orm, isSent(sent), sent.createdAt);
  if (message !== undefined) return message;
  if (pausedUntil !== null) throw accountPaused(new Date(pausedUntil));
  if (!youBlocked && isOverBudget) throw budgetExceeded('messages', sent.createdAt);
  throw conversationProblem(youBlocked ? 'recipient-blocked-by-you' : 'conversation-not-found');
}
