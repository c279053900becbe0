import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { users } from '../table.ts';

type AdFree = { isAdFreeSubscriber: boolean; subscriptionExpiresAt: Date | null };

/**
 * Starts or ends ad-free time, in the transaction that causes it. True if it has changed: then the caller
 * publishes `userChanged`.
 */
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
