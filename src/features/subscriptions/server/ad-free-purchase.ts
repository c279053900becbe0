import { eq } from 'drizzle-orm';
import type { PurchasePayment, PurchaseHandler } from '#features/payments/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { isOver } from '../rules.ts';
import { cancelAtProvider } from './terminate-subscription.ts';
import { lockSubscription, writeSubscription } from './update-ad-free.ts';
import type { SubscriptionsContext } from './subscriptions-context.ts';
import { adFreePeriods } from './table.ts';

export function adFreePurchase(context: SubscriptionsContext): PurchaseHandler {
  return {
    type: 'remove-ads',
    async fulfill(tx, paid, now) {
      const found = await markPeriod(tx, paid, { paidAt: now });
      if (found !== null) {
        const { period, row } = found;
        // Anticipates the provider's next status, so that the subscriber need not wait for it.
        const isCurrent = period.endsAt >= row.periodEnd && ['incomplete', 'past_due'].includes(row.status);
        await writeSubscription(context, tx, row, isCurrent ? { status: 'active' } : {}, now);
      }
      return { kind: 'fulfilled' };
    },
    /** A refund of the current period terminates the subscription, one of an earlier period only marks that. */
    async revoke(tx, paid, now) {
      const found = await markPeriod(tx, paid, { revokedAt: now });
      if (found === null) return;
      const { period, row } = found;
      const ends = period.endsAt > now && !isOver(row);
      if (ends) await cancelAtProvider(context, tx, row);
      await writeSubscription(context, tx, row, ends ? { terminatedAt: now } : {}, now);
    },
  };
}

/** Marks the payment's period and locks its subscription. Null if the user was deleted. */
async function markPeriod(
  tx: Transaction,
  { stripePaymentIntentId }: PurchasePayment,
  mark: { paidAt: Date } | { revokedAt: Date },
) {
  const mine = eq(adFreePeriods.stripePaymentIntentId, stripePaymentIntentId);
  const [period] = await tx.select().from(adFreePeriods).where(mine);
  const row = period && (await lockSubscription(tx, period.subscriptionId));
  if (row === undefined) return null;
  await tx.update(adFreePeriods).set(mark).where(mine);
  return { period: period!, row };
}
