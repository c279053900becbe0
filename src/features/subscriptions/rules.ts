/** When ad-free time is in force. Pure: no I/O, nothing but the language. */

/** Days that ad-free goes on while a renewal is being retried. */
export const graceDays = 3;

/** As the provider calls them. */
export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'active',
  'past_due',
  'unpaid',
  'canceled',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** What of a subscription decides about its ad-free time. */
export type Paid = {
  /** The provider's word. */
  status: string;
  /** End of the last paid period; null before the first payment. */
  paidThrough: Date | null;
  /** End of the period that the provider counts: it goes on when a renewal comes due, paid or not. */
  periodEnd: Date;
};

/** What the provider calls so never runs again. */
export const hasEnded = (status: string): boolean => status === 'canceled' || status === 'incomplete_expired';

/**
 * When the ads come back if nothing more is paid: with the last paid period, and after the grace while a renewal is being tried. Null: no
 * ad-free time was ever paid for.
 */
export function adFreeUntil({ status, paidThrough, periodEnd }: Paid): Date | null {
  if (paidThrough === null) return null;
  // Between the end of a period and the first try to charge for the next one it is still called active.
  const isRenewing = status === 'past_due' || (status === 'active' && periodEnd > paidThrough);
  return isRenewing ? new Date(paidThrough.getTime() + graceDays * 24 * 3600_000) : paidThrough;
}

/** How a subscription stands for its person. */
export function subscriptionState({
  status,
  cancelAtPeriodEnd,
}: {
  status: string;
  cancelAtPeriodEnd: boolean;
}): 'active' | 'ending' | 'retrying' | 'ended' {
  if (status === 'active') return cancelAtPeriodEnd ? 'ending' : 'active';
  return status === 'past_due' ? 'retrying' : 'ended';
}

/** In force, as decided: while the flag is set and the end is in the future. */
export function isAdFree(
  user: { isAdFreeSubscriber: boolean; subscriptionExpiresAt: string | Date | null },
  now: Date,
): boolean {
  return (
    user.isAdFreeSubscriber &&
    user.subscriptionExpiresAt !== null &&
    new Date(user.subscriptionExpiresAt) > now
  );
}
