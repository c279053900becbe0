import { and, desc, eq, inArray, isNull, notInArray, type SQL } from 'drizzle-orm';
import type { Subscription } from '../contract.ts';
import { adFreeUntil, runningStatuses, subscriptionState } from '../rules.ts';
import type { SubscriptionsContext } from './subscriptions-context.ts';
import { subscriptions } from './table.ts';

/** The provider means to charge for it, or may. */
export const isRunning = and(
  inArray(
    subscriptions.status,
    runningStatuses.filter((status) => status !== 'incomplete'),
  ),
  isNull(subscriptions.terminatedAt),
) as SQL;

/** The user's subscription, a running one before those that ended; null if none was ever paid. */
export async function getSubscription(
  { database, payments }: SubscriptionsContext,
  userId: string,
): Promise<Subscription | null> {
  const [row] = await database.orm
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        notInArray(subscriptions.status, ['incomplete', 'incomplete_expired']),
      ),
    )
    .orderBy(desc(isRunning), desc(subscriptions.createdAt))
    .limit(1);
  if (row === undefined) return null;
  const runsHere = payments.open && row.provider === payments.provider().id;
  return {
    // A subscription at another provider cannot be changed and is not renewed. Its paid period remains valid.
    state: runsHere ? subscriptionState(row) : 'ended',
    paidThrough: row.paidThrough?.toISOString() ?? null,
    expiresAt: adFreeUntil(row)?.toISOString() ?? null,
  };
}
