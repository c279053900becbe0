/** What is sold, for how much, and the life of a payment. Pure: no I/O, nothing but the language. */

export const purchaseTypes = ['boost', 'remove-ads'] as const;
export type PurchaseType = (typeof purchaseTypes)[number];

/** Cents. Nothing else is ever charged, whatever a request says. */
export const priceList: Record<PurchaseType, number> = { boost: 299, 'remove-ads': 499 };

export const currency = 'usd';

export const paymentStatuses = [
  'pending',
  'succeeded',
  'failed',
  'canceled',
  'refunded',
  'disputed',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Who took the money of a payment. */
export const providerIds = ['sandbox', 'stripe-test', 'stripe-live'] as const;
export type ProviderId = (typeof providerIds)[number];

/** Why money goes back by itself. */
export const refundReasons = ['listing-gone', 'person-gone'] as const;
export type RefundReason = (typeof refundReasons)[number];

/** Every step that a payment may take; drawn in `docs/payments.md`, and nothing else moves one. */
export const paymentTransitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['succeeded', 'failed', 'canceled'],
  // A late failure never undoes a success.
  succeeded: ['refunded', 'disputed'],
  disputed: ['succeeded', 'refunded'],
  failed: [],
  canceled: [],
  refunded: [],
};

/** The steps that lead from one status to another, the fewest; none where it stands there already, null where no way leads. */
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

/** Payments that a person may have begun and not finished: each is asked about until it is called off. */
export const MAX_PENDING_PAYMENTS = 20;

/** Milliseconds after which the provider is asked about a payment that is still pending. */
export const RECONCILE_AFTER_MS = 15 * 60_000;

/** Milliseconds after which a payment that nobody finished is called off with the provider. */
export const ABANDON_AFTER_MS = 24 * 3600_000;

/**
 * When the provider is asked again about a payment that is not at rest: after as long as it is old, so that old ones cost little; when
 * it is to be called off; and from then on once a day.
 */
export function nextReconcileAt(createdAt: Date, now: Date): Date {
  const age = now.getTime() - createdAt.getTime();
  const next =
    age < ABANDON_AFTER_MS
      ? Math.min(age + Math.max(age, RECONCILE_AFTER_MS), ABANDON_AFTER_MS)
      : age + ABANDON_AFTER_MS;
  return new Date(createdAt.getTime() + next);
}
