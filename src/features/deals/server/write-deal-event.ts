import {
  conversationActivity,
  type EventContext,
  writeEventMessage,
} from '#features/conversations/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { namedSales } from './table.ts';

type Sale = Pick<typeof namedSales.$inferSelect, 'conversationId' | 'buyerId' | 'sellerId'>;

/** From both sides: for lists, push messages and older clients. */
const contents = {
  received: 'Confirmed the sale',
  'not-received': 'The buyer says that they did not get it.',
  'available-again': 'Marked the book as available again',
} as const;

/**
 * Writes a line into the conversation of the two. Who has caused it is not notified. What it returns runs
 * after the commit.
 */
export async function writeDealEvent(
  context: EventContext,
  tx: Transaction,
  sale: Sale,
  event: { kind: keyof typeof contents } | { kind: 'sold-to-buyer'; title: string },
  now: Date,
): Promise<() => void> {
  const { kind } = event;
  const { conversationId, buyerId, sellerId } = sale;
  const actorId = kind === 'received' || kind === 'not-received' ? buyerId : sellerId;
  const content = kind === 'sold-to-buyer' ? `Did you get ${event.title}?` : contents[kind];
  const afterCommit = await writeEventMessage(context, tx, { kind, actorId, conversationId, content }, now);
  return () => {
    afterCommit();
    publishDeal(context, sale);
  };
}

/** What the pages of the two show has changed. */
export const publishDeal = (
  { events }: Pick<EventContext, 'events'>,
  { conversationId, buyerId, sellerId }: Sale,
): void => events.publish(conversationActivity, { kind: 'reservation', conversationId, buyerId, sellerId });
