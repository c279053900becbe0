import { subscriptionProblem, type Subscription } from '../contract.ts';
import { cancelAtOnce, changeUnlessOver } from './cancel-at-once.ts';
import { followSubscription } from './follow-subscription.ts';
import { findRunning, showSubscription } from './show-subscription.ts';
import type { SubscriptionsContext } from './subscriptions-context.ts';

/**
 * Ends the person's subscription with the period that is paid. One whose renewal failed ends now: no card is tried for it any more. Raises
 * 'no-subscription'.
 */
export async function cancelSubscription(
  context: SubscriptionsContext,
  userId: string,
): Promise<Subscription> {
  const id = await runningOf(context, userId);
  const standing = await followSubscription(context, id);
  if (standing?.status === 'past_due') await cancelAtOnce(context, id);
  else await setCancelAtPeriodEnd(context, id, true);
  await followSubscription(context, id);
  return shown(context, userId);
}

/** Undoes the cancellation while the subscription runs. Raises 'no-subscription'. */
export async function resumeSubscription(
  context: SubscriptionsContext,
  userId: string,
): Promise<Subscription> {
  const id = await runningOf(context, userId);
  await setCancelAtPeriodEnd(context, id, false);
  await followSubscription(context, id);
  const subscription = await shown(context, userId);
  if (subscription.state === 'ended') throw subscriptionProblem('no-subscription');
  return subscription;
}

/** The provider's id of it. */
async function runningOf(context: SubscriptionsContext, userId: string): Promise<string> {
  const row = await findRunning(context, userId);
  if (row === null) throw subscriptionProblem('no-subscription');
  return row.stripeSubscriptionId;
}

const setCancelAtPeriodEnd = (context: SubscriptionsContext, id: string, wanted: boolean): Promise<void> =>
  changeUnlessOver(context, id, (stripe) =>
    stripe.subscriptions.update(id, { cancel_at_period_end: wanted }),
  );

async function shown(context: SubscriptionsContext, userId: string): Promise<Subscription> {
  const subscription = await showSubscription(context, userId);
  if (subscription === null) throw subscriptionProblem('no-subscription');
  return subscription;
}
