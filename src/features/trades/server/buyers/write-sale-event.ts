import {
  conversationActivity,
  type EventContext,
  writeEventMessage,
} from '#features/conversations/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { namedSales } from '../table.ts';

type Sale = Pick<typeof namedSales.$inferSelect, 'conversationId' | 'buyerId' | 'sellerId'>;

/** Writes a line into the conversation of the two. Who has caused it is not notified. */
export async function writeSaleEvent(
  context: EventContext,
  tx: Transaction,
  sale: Sale,
  kind: 'received' | 'not-received' | 'available-again' | 'sold-to-buyer',
  now: Date,
): Promise<void> {
  const { conversationId, buyerId, sellerId } = sale;
  const actorId = kind === 'received' || kind === 'not-received' ? buyerId : sellerId;
  await writeEventMessage(context, tx, { kind, actorId, conversationId }, now);
  publishSale(context, sale);
}

/** What the pages of the two show has changed. */
export const publishSale = (
  { events }: Pick<EventContext, 'events'>,
  { conversationId, buyerId, sellerId }: Sale,
): void => events.publish(conversationActivity, { kind: 'reservation', conversationId, buyerId, sellerId });
