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
