import type { Subscription } from '../contract.ts';

/** A subscription as it stands by now. */
export type SubscriptionView = {
  state: Subscription['state'];
  /** When the next payment comes due; null where none is known. */
  renewsAt: string | null;
  /** The end while it is in the future. */
  adFreeUntil: string | null;
};

/**
 * The current state of a subscription: a period may have ended since the response, or before the server
 * received the event.
 */
export function subscriptionViewAt(
  { state, paidThrough, expiresAt }: Subscription,
  now: Date,
): SubscriptionView {
  const isOver = (time: string | null) => time !== null && new Date(time) <= now;
  const adFreeUntil = isOver(expiresAt) ? null : expiresAt;
  if (state === 'active' && isOver(paidThrough)) return { state: 'renewing', renewsAt: null, adFreeUntil };
  if (state === 'ending' && isOver(expiresAt)) return { state: 'ended', renewsAt: null, adFreeUntil };
  return { state, renewsAt: state === 'active' ? paidThrough : null, adFreeUntil };
}
