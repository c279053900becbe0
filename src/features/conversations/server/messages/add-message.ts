import { and, eq, type SQL } from 'drizzle-orm';
import { budgetExceeded } from '#features/accounts/contract.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { accountPaused } from '#platform/server/account-paused.ts';
import { conversationProblem } from '../../contract.ts';
import { isParticipant } from '../conversation-conditions.ts';
import { publishMessage } from '../conversation-events.ts';
import type { EventContext } from '../events/write-event-message.ts';
import { findMessage, isSent } from './message-rows.ts';
import { conversations, messages } from '../table.ts';
import { type NewMessage, writeMessageInTransaction } from '../write-message.ts';

/**
 * Writes a message in a transaction that writes more. `writeDetails` writes what the feature of the message keeps
 * of it, and gets whether the message is withheld; its result is returned. Throws 'conversation-not-found',
 * 'recipient-blocked-by-you', 'account-paused', 'daily-limit-reached', 'message-id-taken'.
 */
export async function addMessage<T>(
  { events }: EventContext,
  tx: Transaction,
  message: NewMessage,
  writeDetails: (isWithheld: boolean) => Promise<T>,
): Promise<T> {
  const { id, conversationId, createdAt } = message;
  const written = await writeMessageInTransaction(tx, message);
  if (written === undefined) throw conversationProblem('conversation-not-found');
  const { seq, youBlocked, isOverBudget, pausedUntil, buyerId, sellerId } = written;
  if (pausedUntil !== null) throw accountPaused(new Date(pausedUntil));
  if (youBlocked) throw conversationProblem('recipient-blocked-by-you');
  if (isOverBudget) throw budgetExceeded('messages', createdAt);
  if (seq === null) throw conversationProblem('message-id-taken');
  const details = await writeDetails(written.isWithheld);
  const added = await findMessage(tx, eq(messages.id, id), createdAt);
  publishMessage(events, { conversationId, buyerId, sellerId, message: added! }, written);
  return details;
}

export type ConversationRow = Pick<
  typeof conversations.$inferSelect,
  'id' | 'bookId' | 'buyerId' | 'sellerId'
>;

/** A conversation of the actor. Throws 'conversation-not-found'. */
export async function getConversationOfActor(
  tx: Transaction,
  actor: Pick<Actor, 'id'>,
  condition: SQL,
): Promise<ConversationRow> {
  const { id, bookId, buyerId, sellerId } = conversations;
  const [conversation] = await tx
    .select({ id, bookId, buyerId, sellerId })
    .from(conversations)
    .where(and(condition, isParticipant(actor)));
  if (conversation === undefined) throw conversationProblem('conversation-not-found');
  return conversation;
}

/** The message that the actor has sent with this id; undefined: none. */
export async function findRepeatedMessage(
  tx: Transaction,
  conversationId: string,
  actor: Pick<Actor, 'id'>,
  clientMessageId: string | undefined,
): Promise<string | undefined> {
  if (clientMessageId === undefined) return undefined;
  const sent = { conversationId, senderId: actor.id, clientMessageId };
  const [row] = await tx.select({ id: messages.id }).from(messages).where(isSent(sent));
  return row?.id;
}
