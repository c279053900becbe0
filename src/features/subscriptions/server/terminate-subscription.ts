import type { Transaction } from '#platform/server/database/database.ts';
import { isOver } from '../rules.ts';
import { lockSubscription, writeSubscription } from './update-ad-free.ts';
import { CANCEL_QUEUE, type SubscriptionRow, type SubscriptionsContext } from './subscriptions-context.ts';

/**
 * Terminates a subscription here immediately. A job cancels it at the provider, with checks until the
 * provider confirms, so that no renewal is charged after a termination.
 */
export async function terminateSubscription(
  context: SubscriptionsContext,
  { id }: SubscriptionRow,
): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const row = await lockSubscription(tx, id);
    if (row === undefined || isOver(row)) return;
    await cancelAtProvider(context, tx, row);
    await writeSubscription(context, tx, row, { terminatedAt: now }, now);
  });
}

export const cancelAtProvider = (
  { jobs }: SubscriptionsContext,
  tx: Transaction,
  { stripeSubscriptionId }: SubscriptionRow,
): Promise<void> => jobs.enqueue(tx, CANCEL_QUEUE, { stripeSubscriptionId });
