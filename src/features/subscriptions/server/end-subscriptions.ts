import { and, eq, inArray, ne, notInArray, sql } from 'drizzle-orm';
import type { Payments } from '#features/payments/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { endedStatuses, isPaymentDue } from '../rules.ts';
import { cancelImmediately, changeUnlessOver } from './cancel-immediately.ts';
import type { AccountContext, SubscriptionRow } from './subscriptions-context.ts';
import { subscriptions } from './table.ts';

/** Requests to the provider at a time. */
const BATCH_SIZE = 4;

type Account = Pick<Payments, 'call' | 'provider'>;

type Context = Pick<ServerContext, 'clock'> &
  Pick<AccountContext, 'log'> & {
    database: Pick<Database, 'orm'>;
    payments: Account;
  };

const mayCharge = notInArray(subscriptions.status, [...endedStatuses]);

/** Counts the subscriptions that charge real money at another account than this one, or at any without one. */
export async function countUnreachable(
  { orm }: Pick<Database, 'orm'>,
  payments: Account | null,
): Promise<number> {
  const isElsewhere = payments === null ? undefined : ne(subscriptions.provider, payments.provider().id);
  return orm.$count(subscriptions, and(mayCharge, eq(subscriptions.provider, 'stripe-live'), isElsewhere));
}

/** 'at-period-end': the market may be resumed. 'now': its data is deleted. */
export type Ending = 'at-period-end' | 'now';

/**
 * Ends the subscriptions of a market that nobody serves any more, at the provider. Each one is recorded, so that a call
 * after a failure continues. Returns how many were ended. Throws as `Payments.call`,
 * 'subscription-not-found-at-provider'.
 */
export async function endSubscriptions(context: Context, ending: Ending): Promise<number> {
  const { orm } = context.database;
  const canEnd = and(
    mayCharge,
    eq(subscriptions.provider, context.payments.provider().id),
    ending === 'now' ? undefined : eq(subscriptions.cancelAtPeriodEnd, false),
  );
  for (let count = 0; ;) {
    const rows = await orm
      .select()
      .from(subscriptions)
      .where(canEnd)
      .orderBy(subscriptions.id)
      .limit(BATCH_SIZE);
    if (rows.length === 0) return count;
    const results = await Promise.allSettled(rows.map((row) => endOne(context, row, ending)));
    const ended = rows.filter((_, index) => results[index]!.status === 'fulfilled').map(({ id }) => id);
    const now = context.clock.now();
    await orm
      .update(subscriptions)
      .set({
        ...(ending === 'now' ? { status: 'canceled' as const } : { cancelAtPeriodEnd: true }),
        // A market that comes back fetches their state.
        nextCheckAt: now,
        version: sql`${subscriptions.version} + 1`,
        updatedAt: now,
      })
      .where(inArray(subscriptions.id, ended));
    count += ended.length;
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
}

/** One whose payment is due would be charged before its period ends. */
async function endOne(context: Context, row: SubscriptionRow, ending: Ending): Promise<void> {
  const { stripeSubscriptionId: id, status } = row;
  const isPaid = (status === 'active' || status === 'trialing') && !isPaymentDue(row);
  if (ending === 'now' || !isPaid || row.terminatedAt !== null) return cancelImmediately(context, id);
  await changeUnlessOver(context, id, (stripe) =>
    stripe.subscriptions.update(id, { cancel_at_period_end: true }),
  );
}
