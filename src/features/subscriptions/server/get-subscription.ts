import { and, desc, eq, inArray, isNull, notInArray, type SQL } from 'drizzle-orm';
import type { Subscription } from '../contract.ts';
import { adFreeUntil, runningStatuses, subscriptionState } from '../rules.ts';
import type { SubscriptionRow, SubscriptionsContext } from './subscriptions-context.ts';
import { subscriptions } from './table.ts';

type Context = Pick<SubscriptionsContext, 'database' | 'payments'>;

/** The provider means to charge for it, or may. */
const isRunning = and(
  inArray(
    subscriptions.status,
    runningStatuses.filter((status) => status !== 'incomplete'),
  ),
  isNull(subscriptions.terminatedAt),
) as SQL;

/** The user's subscription, a running one before those that ended; null if none was ever paid. */
export async function getSubscription(context: Context, userId: string): Promise<Subscription | null> {
  const { database, payments } = context;
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
  const expiresAt = adFreeUntil(row);
  const runsHere = payments.open && row.provider === payments.provider().id;
  return {
    // A subscription at another provider cannot be changed and is not renewed. Its paid period remains
    // valid.
    state: runsHere ? subscriptionState(row) : 'ended',
    paidThrough: row.paidThrough?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/** The user's subscription that has started and was not terminated. */
export async function findRunningSubscription(
  { database, payments }: Context,
  userId: string,
): Promise<SubscriptionRow | null> {
  const [row] = await database.orm
    .select()
    .from(subscriptions)
    .where(
      and(eq(subscriptions.userId, userId), eq(subscriptions.provider, payments.provider().id), isRunning),
    );
  return row ?? null;
}
