import { and, eq, isNotNull, isNull, max, sql } from 'drizzle-orm';
import { setAdFree } from '#features/accounts/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { adFreeUntil, nextCheckAt } from '../rules.ts';
import { latestDate } from './fetch-subscription-state.ts';
import type { SubscriptionRow } from './subscriptions-context.ts';
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
 * Stores a subscription and updates the ad-free fields of its user. Always increments the version, so that
 * no older snapshot overwrites this change. Returns whether the state that pages show changed.
 */
export async function writeSubscription(
  tx: Transaction,
  row: SubscriptionRow,
  changes: Changes,
  now: Date,
): Promise<boolean> {
  const changed = { ...row, ...changes };
  const paidThrough = latestDate(await paidThroughOf(tx, row.id), changed.complimentaryThrough);
  const nextCheck = nextCheckAt({ ...changed, paidThrough }, now);
  const [written] = await tx
    .update(subscriptions)
    .set({
      ...changes,
      paidThrough,
      nextCheckAt: nextCheck,
      version: sql`${subscriptions.version} + 1`,
      updatedAt: now,
    })
    .where(eq(subscriptions.id, row.id))
    .returning();
  const isShownOtherwise =
    written!.status !== row.status ||
    written!.terminatedAt?.getTime() !== row.terminatedAt?.getTime() ||
    written!.periodEnd.getTime() !== row.periodEnd.getTime() ||
    written!.cancelAtPeriodEnd !== row.cancelAtPeriodEnd ||
    written!.paidThrough?.getTime() !== row.paidThrough?.getTime();
  if (row.userId === null) return false;
  return (await updateAdFree(tx, row.userId, now)) || isShownOtherwise;
}

/** Updates a user's ad-free fields from the subscription that lasts longest. Returns whether they changed. */
async function updateAdFree(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const rows = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const ends = rows.map((row) => adFreeUntil(row)?.getTime() ?? -Infinity);
  const last = Math.max(...ends);
  const until = Number.isFinite(last) ? new Date(last) : null;
  return setAdFree(tx, userId, {
    isAdFreeSubscriber: until !== null && until > now,
    subscriptionExpiresAt: until,
  });
}
