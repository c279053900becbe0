import { asc, eq, sql } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { hasEnded, isOver } from '../rules.ts';
import { cancelAtProvider } from './terminate-subscription.ts';
import type { SubscriptionsContext } from './subscriptions-context.ts';
import { subscriptions } from './table.ts';

/**
 * Terminates the running subscription of a deleted user; we repeat this until the provider confirms it. The
 * row stays for that, and as the reference of its payments, without the user.
 */
export function subscriptionPersonalData(context: SubscriptionsContext): PersonalDataHandler {
  return {
    name: 'subscriptions',
    async export({ orm }, userId) {
      const rows = await orm
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.userId, userId))
        .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id));
      return rows.map(({ status, terminatedAt, cancelAtPeriodEnd, paidThrough, createdAt }) => {
        return { status, terminatedAt, cancelAtPeriodEnd, paidThrough, createdAt };
      });
    },
    async remove(tx, { id }, now) {
      const mine = eq(subscriptions.userId, id);
      for (const row of await tx
        .select()
        .from(subscriptions)
        .where(mine)
        .orderBy(subscriptions.id)
        .for('update')) {
        const runs = !hasEnded(row.status);
        if (runs && context.payments.open) await cancelAtProvider(context, tx, row);
        await tx
          .update(subscriptions)
          .set({
            userId: null,
            stripeCustomerId: null,
            ...(!isOver(row) && { terminatedAt: now }),
            ...(runs && { nextCheckAt: now }),
            version: sql`${subscriptions.version} + 1`,
            updatedAt: now,
          })
          .where(eq(subscriptions.id, row.id));
      }
    },
  };
}
