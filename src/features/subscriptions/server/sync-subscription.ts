import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import {
  type ProviderEventHandler,
  StaleVersionError,
  retryWhileStale,
  toId,
} from '#features/payments/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { hasEnded, isOver, isPaymentDue } from '../rules.ts';
import {
  fetchSubscriptionState,
  type InvoiceCharge,
  isUnknownSubscription,
  latestDate,
  type ProviderSubscriptionState,
} from './fetch-subscription-state.ts';
import { lockSubscription, writeSubscription } from './update-ad-free.ts';
import { CANCEL_QUEUE, type SubscriptionRow, type SubscriptionsContext } from './subscriptions-context.ts';
import { adFreePeriods, subscriptions } from './table.ts';

/** A subscription as fetched from the provider, and the row that was stored for it. */
type SyncedSubscription = { row: SubscriptionRow; state: ProviderSubscriptionState };

/**
 * Fetches a subscription of this provider and stores its state; syncs its payment if one is due. Runs one
 * at a time per subscription, because concurrent syncs would invalidate each other. Throws
 * 'subscription-not-found-at-provider'.
 */
export async function syncSubscription(
  context: SubscriptionsContext,
  stripeSubscriptionId: string,
): Promise<SyncedSubscription> {
  const state = await context.payments.mutex.runExclusive(stripeSubscriptionId, () =>
    fetchUntilRecorded(context, stripeSubscriptionId),
  );
  const row = await mustFind(context, stripeSubscriptionId);
  if (!isPaymentDue(row)) return { row, state };
  for (const charge of state.charges)
    await context.payments.sync(charge.stripePaymentIntentId, 'subscription');
  return { row: await mustFind(context, stripeSubscriptionId), state };
}

/** Null where the provider does not know it. */
export async function syncIfKnown(
  context: SubscriptionsContext,
  stripeSubscriptionId: string,
): Promise<SyncedSubscription | null> {
  try {
    return await syncSubscription(context, stripeSubscriptionId);
  } catch (error) {
    if (isUnknownSubscription(error)) return null;
    throw error;
  }
}

function fetchUntilRecorded(context: SubscriptionsContext, id: string): Promise<ProviderSubscriptionState> {
  const { database, clock } = context;
  return retryWhileStale(async () => {
    const stored = await mustFind(context, id);
    const state = await fetchSubscriptionState(context, stored);
    await database.transaction((tx) => recordSubscriptionState(context, tx, { stored, state }, clock.now()));
    return state;
  });
}

async function mustFind(context: SubscriptionsContext, id: string): Promise<SubscriptionRow> {
  const row = await findSubscription(context, id);
  if (row === null) throw new Error(`There is no subscription ${id}`);
  return row;
}

export async function findSubscription(
  { database, payments }: Pick<SubscriptionsContext, 'database' | 'payments'>,
  stripeSubscriptionId: string,
): Promise<SubscriptionRow | null> {
  const [row] = await database.orm
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId),
        // Subscriptions at another provider cannot be fetched.
        eq(subscriptions.provider, payments.provider().id),
      ),
    );
  return row ?? null;
}

/**
 * Stores the provider's state and the payments of its invoices; fulfilling these gives the ad-free time.
 * Throws StaleVersionError if another sync was recorded since the provider call.
 */
export async function recordSubscriptionState(
  context: SubscriptionsContext,
  tx: Transaction,
  { stored, state }: { stored: SubscriptionRow; state: ProviderSubscriptionState },
  now: Date,
): Promise<void> {
  const row = await lockSubscription(tx, stored.id);
  if (row === undefined) return;
  if (row.version !== stored.version) throw new StaleVersionError();
  for (const charge of state.charges) await recordCharge(context, tx, row, charge);
  const { status, cancelAtPeriodEnd, periodEnd, isPayable } = state;
  const changes = {
    status,
    cancelAtPeriodEnd,
    periodEnd,
    complimentaryThrough: latestDate(row.complimentaryThrough, state.complimentaryThrough),
  };
  // The provider has not processed our termination, or still retries the payment of a renewal.
  if (isOver({ ...row, status }) && (!hasEnded(status) || isPayable))
    await context.jobs.enqueue(tx, CANCEL_QUEUE, { stripeSubscriptionId: row.stripeSubscriptionId });
  await writeSubscription(context, tx, row, changes, now);
}

async function recordCharge(
  { payments }: SubscriptionsContext,
  tx: Transaction,
  { id: subscriptionId, userId, stripeCustomerId, stripeSubscriptionId }: SubscriptionRow,
  { endsAt, billedAt, ...charge }: InvoiceCharge,
): Promise<void> {
  const kept = { ...charge, type: 'remove-ads' as const, userId, stripeCustomerId, stripeSubscriptionId };
  // A payment has the time of its invoice, so that several missed ones are listed in order.
  await payments.record(tx, kept, billedAt);
  await tx
    .insert(adFreePeriods)
    .values({ stripePaymentIntentId: charge.stripePaymentIntentId, subscriptionId, endsAt })
    .onConflictDoNothing();
}

/** The provider's events that say something about a subscription. */
export const subscriptionEvents = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
] as const;

/** Reads only the subscription's id from an event; its state is fetched. */
export function createSubscriptionEventHandler(context: SubscriptionsContext): ProviderEventHandler {
  return {
    subject: subjectOf,
    async read(subject) {
      const stored = await findSubscription(context, subject);
      if (stored === null) return null;
      const state = await fetchSubscriptionState(context, stored);
      return (tx, now) => recordSubscriptionState(context, tx, { stored, state }, now);
    },
  };
}

/** Invoices of API versions before 2025-03-31 have the subscription in another field. */
type AnyInvoice = Stripe.Invoice & { subscription?: string | null };

function subjectOf(event: Stripe.Event): string | null {
  const object = event.data.object as Stripe.Subscription | AnyInvoice;
  if (object.object === 'subscription') return object.id;
  return toId(object.parent?.subscription_details?.subscription ?? object.subscription);
}
