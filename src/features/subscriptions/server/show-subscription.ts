import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Subscription } from '../contract.ts';
import { adFreeUntil, subscriptionState } from '../rules.ts';
import type { SubscriptionRow, SubscriptionsContext } from './subscriptions-context.ts';
import { subscriptions } from './table.ts';

type Context = Pick<SubscriptionsContext, 'database' | 'payments' | 'clock'>;

/** The person's subscription, the running one before those that ended; null if there has never been a paid one. */
export async function showSubscription(context: Context, userId: string): Promise<Subscription | null> {
  const { database, payments, clock } = context;
  const [row] = await database.orm
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        notInArray(subscriptions.status, ['incomplete', 'incomplete_expired']),
      ),
    )
    .orderBy(desc(sql`${subscriptions.status} in ('active', 'past_due')`), desc(subscriptions.createdAt))
    .limit(1);
  if (row === undefined) return null;
  const expiresAt = adFreeUntil(row);
  const runsHere = payments.open && row.provider === payments.provider().id;
  const runsOut = expiresAt !== null && expiresAt > clock.now() ? 'ending' : 'ended';
  return {
    // What runs with another provider is not renewed any more, and nobody can change it.
    state: runsHere ? subscriptionState(row) : runsOut,
    paidThrough: row.paidThrough?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/** The person's subscription that is renewed, or tried to. */
export async function findRunning(
  { database, payments }: Context,
  userId: string,
): Promise<SubscriptionRow | null> {
  const [row] = await database.orm
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.provider, payments.provider().id),
        inArray(subscriptions.status, ['active', 'past_due']),
      ),
    );
  return row ?? null;
}
