import { eq } from 'drizzle-orm';
import type { PurchasePayment, PurchaseHandler } from '#features/payments/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { isOver } from '../rules.ts';
import { cancelAtProvider } from './terminate-subscription.ts';
import { lockSubscription, writeSubscription } from './update-ad-free.ts';
import { type SubscriptionsContext, publishSubscriptionChange } from './subscriptions-context.ts';
import { adFreePeriods } from './table.ts';

/** A subscription payment buys its period of ad-free time. */
export function adFreePurchase(context: SubscriptionsContext): PurchaseHandler {
  return {
    type: 'remove-ads',
    async fulfill(tx, paid, now) {
      await givePeriod(context, tx, paid, now);
      return { kind: 'fulfilled' };
    },
    revoke: (tx, paid, now) => takeBack(context, tx, paid, now),
  };
}

async function givePeriod(
  context: SubscriptionsContext,
  tx: Transaction,
  paid: PurchasePayment,
  now: Date,
): Promise<void> {
  const found = await markPeriod(tx, paid, { paidAt: now });
  if (found === null) return;
  const { period, row } = found;
  // Anticipates the provider's next status, so that the subscriber need not wait for it.
  const isCurrent = period.endsAt >= row.periodEnd && ['incomplete', 'past_due'].includes(row.status);
  const changes = isCurrent ? { status: 'active' as const } : {};
  publishSubscriptionChange(context, row.userId, await writeSubscription(tx, row, changes, now));
}

/**
 * A refund of the current period terminates the subscription; a refund of an earlier one only marks the
 * period.
 */
async function takeBack(
  context: SubscriptionsContext,
  tx: Transaction,
  paid: PurchasePayment,
  now: Date,
): Promise<void> {
  const found = await markPeriod(tx, paid, { revokedAt: now });
  if (found === null) return;
  const { period, row } = found;
  const ends = period.endsAt > now && !isOver(row);
  if (ends) await cancelAtProvider(context, tx, row);
  const changes = ends ? { terminatedAt: now } : {};
  publishSubscriptionChange(context, row.userId, await writeSubscription(tx, row, changes, now));
}

type Mark = { paidAt: Date } | { revokedAt: Date };

/** Marks the payment's period and locks its subscription. Null if the user was deleted. */
async function markPeriod(tx: Transaction, { stripePaymentIntentId }: PurchasePayment, mark: Mark) {
  const mine = eq(adFreePeriods.stripePaymentIntentId, stripePaymentIntentId);
  const [period] = await tx.select().from(adFreePeriods).where(mine);
  const row = period && (await lockSubscription(tx, period.subscriptionId));
  if (row === undefined) return null;
  await tx.update(adFreePeriods).set(mark).where(mine);
  return { period: period!, row };
}
