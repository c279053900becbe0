import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';

/** When ad-free time is in force. Pure: no I/O, nothing but the language. */

/** Days that ad-free goes on while a renewal is being tried. */
const GRACE_DAYS = 3;

/** The provider's statuses of a subscription that has not ended, and below of one that has. */
export const runningStatuses = ['incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused'] as const;
export const endedStatuses = ['incomplete_expired', 'canceled'] as const;
export type SubscriptionStatus = (typeof runningStatuses)[number] | (typeof endedStatuses)[number];

/** What of a subscription decides about its ad-free time. */
export type SubscriptionBilling = {
  /** The provider's status. */
  status: SubscriptionStatus;
  /** When we terminated it; the provider's status may differ. */
  terminatedAt: Date | null;
  /** End of the last paid period; null before the first payment. */
  paidThrough: Date | null;
  /** End of the period that the provider counts: it goes on when a renewal comes due, paid or not. */
  periodEnd: Date;
};

/** Whether a subscription with this status never runs again. */
export const hasEnded = (status: string): boolean => endedStatuses.some((ended) => ended === status);

/** Whether it is over, at the provider or so far for us alone. */
export const isOver = (paid: Pick<SubscriptionBilling, 'status' | 'terminatedAt'>): boolean =>
  paid.terminatedAt !== null || hasEnded(paid.status);

/**
 * True if the provider's current period is not paid here. At a renewal the provider starts the next period,
 * with status active, about an hour before it first tries to charge.
 */
export const isPaymentDue = (paid: Pick<SubscriptionBilling, 'paidThrough' | 'periodEnd'>): boolean =>
  paid.paidThrough === null || paid.periodEnd > paid.paidThrough;

/**
 * When ads return if nothing more is paid: at the end of the paid period, and after the grace period while
 * a renewal is retried. Null: no ad-free time was ever paid.
 */
export function adFreeUntil(paid: SubscriptionBilling): Date | null {
  const { status, paidThrough } = paid;
  if (paidThrough === null || isOver(paid)) return paidThrough;
  const isRenewing = status === 'past_due' || (status === 'active' && isPaymentDue(paid));
  return isRenewing ? afterGrace(paidThrough) : paidThrough;
}

const afterGrace = (from: Date): Date => new Date(from.getTime() + GRACE_DAYS * DAY_MS);

/** After the grace period, even if the provider would retry longer. Null: it is over, or never started. */
export function terminationDate(paid: SubscriptionBilling & { createdAt: Date }): Date | null {
  if (isOver(paid) || paid.status === 'incomplete') return null;
  return afterGrace(paid.paidThrough ?? paid.createdAt);
}

/** How often to recheck a subscription while a renewal or a termination is pending at the provider. */
export const RECHECK_AFTER_MS = HOUR_MS;

/** When to check a subscription without an event: when its ad-free time changes. Null: no change is due. */
export function nextCheckAt(paid: SubscriptionBilling & { createdAt: Date }, now: Date): Date | null {
  const { status, paidThrough } = paid;
  if (status === 'incomplete' && !isOver(paid)) return null;
  const turns = [paidThrough, adFreeUntil(paid), terminationDate(paid)].filter(
    (at) => at !== null && at > now,
  );
  const isAwaited = isOver(paid) || isPaymentDue(paid) || (paidThrough !== null && paidThrough <= now);
  if (isAwaited && !hasEnded(status)) turns.push(new Date(now.getTime() + RECHECK_AFTER_MS));
  return turns.reduce((first, at) => (first === null || at! < first ? at : first), null);
}

/** The states that the subscriber sees; `contract.ts` describes them. */
export const subscriptionStates = ['active', 'renewing', 'ending', 'retrying', 'unpaid', 'ended'] as const;

export function subscriptionState(
  paid: SubscriptionBilling & { cancelAtPeriodEnd: boolean },
): (typeof subscriptionStates)[number] {
  if (isOver(paid)) return 'ended';
  switch (paid.status) {
    case 'past_due':
      return 'retrying';
    case 'unpaid':
    case 'paused':
      return 'unpaid';
    default:
      if (isPaymentDue(paid)) return 'renewing';
      return paid.cancelAtPeriodEnd ? 'ending' : 'active';
  }
}

/** Whether ad-free is in force: the flag is set and the end is in the future. */
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
