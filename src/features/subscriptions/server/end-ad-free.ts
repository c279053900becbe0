import { and, asc, eq, lte } from 'drizzle-orm';
import { users } from '#features/accounts/server/public.ts';
import { Problem } from '#platform/shared/problem.ts';
import { followSubscription } from './follow-subscription.ts';
import { renewAdFree } from './renew-ad-free.ts';
import { findRunning } from './show-subscription.ts';
import { type SubscriptionsContext, told } from './subscriptions-context.ts';
import { subscriptions } from './table.ts';

/** People in one run. */
const batch = 50;

/**
 * People whose ad-free time is over by the clock: the provider is asked, since the event of a renewal may have been lost; then the flag is
 * cleared. While the provider does not answer the rest waits for the next run; nobody sees their flag without their time.
 */
export async function endAdFree(context: SubscriptionsContext): Promise<void> {
  const { database, clock, log } = context;
  const due = await database.orm
    .selectDistinct({ userId: users.id, expiresAt: users.subscriptionExpiresAt })
    // Those who ever subscribed are few among the users.
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(and(eq(users.isAdFreeSubscriber, true), lte(users.subscriptionExpiresAt, clock.now())))
    .orderBy(asc(users.subscriptionExpiresAt), asc(users.id))
    .limit(batch);
  for (const { userId } of due) {
    try {
      await endUnlessRenewed(context, userId);
    } catch (error) {
      if (error instanceof Problem && error.status === 503) throw error;
      log.error({ err: error, user: userId }, 'ad-free time could not be ended');
    }
  }
}

async function endUnlessRenewed(context: SubscriptionsContext, userId: string): Promise<void> {
  const { database, clock, payments } = context;
  const running = payments.open ? await findRunning(context, userId) : null;
  if (running !== null) await followSubscription(context, running.stripeSubscriptionId);
  const isNews = await database.transaction((tx) => renewAdFree(tx, userId, clock.now()));
  told(context, userId, isNews)();
}
