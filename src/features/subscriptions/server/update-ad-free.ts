import { and, eq, isNotNull, isNull, max, sql } from 'drizzle-orm';
import { userChanged } from '#features/accounts/server/public.ts';
import { setAdFree } from '#features/accounts/server/users/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { adFreeUntil, nextCheckAt } from '../rules.ts';
import { latestDate } from './fetch-subscription-state.ts';
import type { SubscriptionRow, SubscriptionsContext } from './subscriptions-context.ts';
import { adFreePeriods, subscriptions } from './table.ts';

/** Lock a subscription before each change, so that its periods and its user change in one order. */
export async function lockSubscription(tx: Transaction, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
  return row;
}

/** End of the last period that is paid and was not taken back. */
async function paidThroughOf(tx: Transaction, subscriptionId: string): Promise<Date | null> {
  const [last] = await tx
    .select({ endsAt: max(adFreePeriods.endsAt) })
    .from(adFreePeriods)
    .where(
      and(
        eq(adFreePeriods.subscriptionId, subscriptionId),
        isNotNull(adFreePeriods.paidAt),
        isNull(adFreePeriods.revokedAt),
      ),
    );
  return last?.endsAt ?? null;
}

type Changes = Partial<
  Pick<
    SubscriptionRow,
    'status' | 'terminatedAt' | 'cancelAtPeriodEnd' | 'complimentaryThrough' | 'periodEnd'
  >
>;

/**
 * Stores a subscription, updates the ad-free fields of its user, and publishes what pages show of it. Always
 * increments the version, so that no older snapshot overwrites this change.
 */
export async function writeSubscription(
  { events }: Pick<SubscriptionsContext, 'events'>,
  tx: Transaction,
  row: SubscriptionRow,
  changes: Changes,
  now: Date,
): Promise<void> {
  const changed = { ...row, ...changes };
  const paidThrough = latestDate(await paidThroughOf(tx, row.id), changed.complimentaryThrough);
  const written = { ...changed, paidThrough };
  await tx
    .update(subscriptions)
    .set({
      ...changes,
      paidThrough,
      nextCheckAt: nextCheckAt(written, now),
      version: sql`${subscriptions.version} + 1`,
      updatedAt: now,
    })
    .where(eq(subscriptions.id, row.id));
  const { userId } = row;
  if (userId === null) return;
  const isShownOtherwise = shownFields.some((field) => written[field]?.valueOf() !== row[field]?.valueOf());
  if ((await updateAdFree(tx, userId, now)) || isShownOtherwise) events.publish(userChanged, { userId });
}

const shownFields = ['status', 'terminatedAt', 'periodEnd', 'cancelAtPeriodEnd', 'paidThrough'] as const;

/** Updates a user's ad-free fields from the subscription that lasts longest. Returns whether they changed. */
async function updateAdFree(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const rows = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const until = latestDate(null, ...rows.map(adFreeUntil));
  return setAdFree(tx, userId, {
    isAdFreeSubscriber: until !== null && until > now,
    subscriptionExpiresAt: until,
  });
}
