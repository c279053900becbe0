import { and, eq } from 'drizzle-orm';
import { subscriptionProblem, type Subscription } from '../contract.ts';
import { isPaymentDue } from '../rules.ts';
import { terminateSubscription } from './terminate-subscription.ts';
import { changeUnlessOver } from './cancel-immediately.ts';
import { syncSubscription } from './sync-subscription.ts';
import { getSubscription, isRunning } from './get-subscription.ts';
import type { SubscriptionRow, SubscriptionsContext } from './subscriptions-context.ts';
import { subscriptions } from './table.ts';

/**
 * Cancels the user's subscription at the end of the paid period. If a payment is due, cancels immediately,
 * or the provider would still charge the unpaid period. Throws 'subscription-not-running',
 * 'subscription-not-found-at-provider'.
 */
export async function cancelSubscription(
  context: SubscriptionsContext,
  userId: string,
): Promise<Subscription> {
  const id = await getRunningId(context, userId);
  const { row } = await syncSubscription(context, id);
  if (!isUnpaid(row))
    await changeUnlessOver(context, id, (stripe) =>
      stripe.subscriptions.update(id, { cancel_at_period_end: true }),
    );
  // The next period may have started in between.
  const { row: now } = await syncSubscription(context, id);
  if (isUnpaid(now)) await terminateSubscription(context, now);
  return shown(context, userId);
}

const isUnpaid = (row: SubscriptionRow): boolean =>
  ['past_due', 'unpaid', 'paused'].includes(row.status) || isPaymentDue(row);

/** Throws 'subscription-not-running' and 'subscription-not-found-at-provider'. */
export async function resumeSubscription(
  context: SubscriptionsContext,
  userId: string,
): Promise<Subscription> {
  const id = await getRunningId(context, userId);
  await changeUnlessOver(context, id, async (stripe) => {
    const { cancel_at_period_end: byPeriod } = await stripe.subscriptions.retrieve(id);
    // A date set at the provider; it accepts only one of both parameters per request.
    return stripe.subscriptions.update(id, byPeriod ? { cancel_at_period_end: false } : { cancel_at: '' });
  });
  await syncSubscription(context, id);
  const subscription = await shown(context, userId);
  if (subscription.state === 'ended') throw subscriptionProblem('subscription-not-running');
  return subscription;
}

/** The id of the user's subscription that has started and was not terminated. */
async function getRunningId({ database, payments }: SubscriptionsContext, userId: string): Promise<string> {
  const isOwn = and(
    eq(subscriptions.userId, userId),
    eq(subscriptions.provider, payments.provider().id),
    isRunning,
  );
  const [row] = await database.orm
    .select({ id: subscriptions.stripeSubscriptionId })
    .from(subscriptions)
    .where(isOwn);
  if (row === undefined) throw subscriptionProblem('subscription-not-running');
  return row.id;
}

async function shown(context: SubscriptionsContext, userId: string): Promise<Subscription> {
  const subscription = await getSubscription(context, userId);
  if (subscription === null) throw subscriptionProblem('subscription-not-running');
  return subscription;
}
