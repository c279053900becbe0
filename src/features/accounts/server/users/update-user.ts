import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { users } from '../table.ts';

/** Adds or takes back one sale, in the transaction that causes it. */
export async function adjustSaleCount(tx: Transaction, sellerId: string, by: 1 | -1): Promise<void> {
  await tx
    .update(users)
    .set({ totalSales: sql`greatest(0, ${users.totalSales} + ${by})` })
    .where(eq(users.id, sellerId));
}

/** Saves the push token of the user's newest device, or null, in the transaction that adds or deletes it. */
export async function savePushToken(tx: Transaction, userId: string, token: string | null): Promise<void> {
  await tx.update(users).set({ fcmToken: token }).where(eq(users.id, userId));
}

type AdFree = { isAdFreeSubscriber: boolean; subscriptionExpiresAt: Date | null };

/** Starts or ends ad-free time. True if it has changed: then the caller publishes `userChanged`. */
export async function setAdFree(tx: Transaction, userId: string, adFree: AdFree): Promise<boolean> {
  const [before] = await tx
    .select({
      isAdFreeSubscriber: users.isAdFreeSubscriber,
      subscriptionExpiresAt: users.subscriptionExpiresAt,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (before === undefined || isSame(before, adFree)) return false;
  await tx.update(users).set(adFree).where(eq(users.id, userId));
  return true;
}

const isSame = (one: AdFree, other: AdFree): boolean =>
  one.isAdFreeSubscriber === other.isAdFreeSubscriber &&
  one.subscriptionExpiresAt?.getTime() === other.subscriptionExpiresAt?.getTime();
