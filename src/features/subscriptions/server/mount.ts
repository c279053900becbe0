import { eq } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { users } from '#features/accounts/server/table.ts';
import type { Payments } from '#features/payments/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { subscriptionEndpoints } from '../contract.ts';
import { adFreePurchase } from './ad-free-purchase.ts';
import { createPriceFinder } from './ad-free-price.ts';
import { cancelImmediately } from './cancel-immediately.ts';
import { cancelSubscription, resumeSubscription } from './cancel-and-resume.ts';
import { checkDueSubscriptions, selectDueSubscriptions, selectNextCheck } from './check-due-subscriptions.ts';
import { createSubscriptionEventHandler, findSubscription, subscriptionEvents } from './sync-subscription.ts';
import { subscriptionPersonalData } from './personal-data.ts';
import { getSubscription } from './get-subscription.ts';
import { startSubscription } from './start-subscription.ts';
import { CANCEL_QUEUE, type SubscriptionsContext } from './subscriptions-context.ts';

export type Subscriptions = { readonly personalData: PersonalDataHandler };

/** Mounts the sale of ad-free time, a month at a time. */
export async function mountSubscriptions(server: ServerContext, payments: Payments): Promise<Subscriptions> {
  const context: SubscriptionsContext = { ...server, payments };
  const { endpoints, jobs, database } = server;
  const prices = createPriceFinder(payments, context.market);
  payments.registerPurchase(adFreePurchase(context));
  payments.onProviderEvents(subscriptionEvents, createSubscriptionEventHandler(context));
  endpoints.mount(subscriptionEndpoints, {
    'POST /api/create-adfree-purchase': async ({ actor, body }) => {
      if (!(await isOneself(database, actor.id, body))) throw commonProblem('user-mismatch');
      return startSubscription(context, actor.id, prices);
    },
    'GET /api/subscription': async ({ actor }) => ({
      subscription: await getSubscription(context, actor.id),
    }),
    'POST /api/subscription/cancel': async ({ actor }) => ({
      subscription: await cancelSubscription(context, actor.id),
    }),
    'POST /api/subscription/resume': async ({ actor }) => ({
      subscription: await resumeSubscription(context, actor.id),
    }),
  });
  await jobs.handle<{ stripeSubscriptionId: string }>(CANCEL_QUEUE, async ({ stripeSubscriptionId }) => {
    // A subscription at another provider is terminated when that provider is configured again.
    const isOurs = payments.open && (await findSubscription(context, stripeSubscriptionId)) !== null;
    if (isOurs) await cancelImmediately(context, stripeSubscriptionId);
  });
  await jobs.schedule('check-due-subscriptions', '* * * * *', () => checkDueSubscriptions(context), {
    due: selectDueSubscriptions,
    nextDue: selectNextCheck,
  });
  return { personalData: subscriptionPersonalData(context) };
}

async function isOneself(
  { orm }: Database,
  actorId: string,
  { userId, email }: { userId?: string | undefined; email?: string | undefined },
): Promise<boolean> {
  if (userId !== undefined && userId !== actorId) return false;
  if (email === undefined) return true;
  const [user] = await orm.select({ email: users.email }).from(users).where(eq(users.id, actorId));
  return user?.email.toLowerCase() === email.normalize('NFC').trim().toLowerCase();
}
