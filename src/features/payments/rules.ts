import type { MarketPrices } from '#platform/shared/market/market.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';

/** Prices and the states of a payment. Pure: no I/O. */

export const purchaseTypes = ['boost', 'remove-ads'] as const;
export type PurchaseType = (typeof purchaseTypes)[number];

/** A price in a request is never charged, only compared. */
export const priceOf = (type: PurchaseType, prices: MarketPrices): number =>
  type === 'boost' ? prices.boost : prices.adFree;

export const paymentStatuses = [
  'pending',
  'succeeded',
  'failed',
  'canceled',
  'refunded',
  'disputed',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const providerIds = ['sandbox', 'stripe-test', 'stripe-live'] as const;
export type ProviderId = (typeof providerIds)[number];

export const refundReasons = ['listing-gone', 'person-gone'] as const;
export type RefundReason = (typeof refundReasons)[number];

/** All allowed status changes, as drawn in `docs/payments.md`. */
export const paymentTransitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['succeeded', 'failed', 'canceled'],
  // A late failure never undoes a success.
  succeeded: ['refunded', 'disputed'],
  disputed: ['succeeded', 'refunded'],
  failed: [],
  canceled: [],
  refunded: [],
};

/** The shortest path of transitions: empty between equal statuses, null if there is none. */
export function transitionPath(from: PaymentStatus, to: PaymentStatus): PaymentStatus[] | null {
  const ways: PaymentStatus[][] = [[from]];
  const seen = new Set<PaymentStatus>([from]);
  for (const way of ways) {
    const last = way.at(-1)!;
    if (last === to) return way.slice(1);
    for (const next of paymentTransitions[last].filter((status) => !seen.has(status))) {
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

/** Pending payments per user. Each is checked with the provider until it is canceled. */
export const MAX_PENDING_PAYMENTS = 20;

/** Age at which a pending payment is first checked with the provider. */
export const RECONCILE_AFTER_MS = 15 * MINUTE_MS;

/** Age at which an unpaid payment is canceled at the provider. */
export const ABANDON_AFTER_MS = DAY_MS;

/** Its age doubles between checks with the provider, with one at the time of cancellation, then one per day. */
export function nextReconcileAt(createdAt: Date, now: Date): Date {
  const age = now.getTime() - createdAt.getTime();
  const next =
    age < ABANDON_AFTER_MS
      ? Math.min(age + Math.max(age, RECONCILE_AFTER_MS), ABANDON_AFTER_MS)
      : age + ABANDON_AFTER_MS;
  return new Date(createdAt.getTime() + next);
}
