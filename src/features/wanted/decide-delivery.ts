import type { NotificationSettings } from '#features/notifications/contract.ts';

type DeliverySettings = Pick<NotificationSettings, 'emailVerified' | 'pushWanted' | 'mailWanted'> & {
  hasDevice: boolean;
};

export type Delivery = { push: boolean; mail: 'at-once' | 'daily' | null };

/**
 * How a user hears of a match besides the Wanted tab. An exact ISBN is pushed at once. Other matches wait for
 * the digest, unless the user gets no emails: then they are pushed, too. The digest repeats no push. What is
 * held, because there were enough messages of it, waits for the digest if the user gets emails. So do the
 * emails about listings of sellers without a verified email: a script creates any number of those.
 */
export function decideDelivery(
  settings: DeliverySettings,
  { isExact, isHeld, isSellerVerified }: { isExact: boolean; isHeld: boolean; isSellerVerified: boolean },
): Delivery {
  const canMail = settings.emailVerified && settings.mailWanted !== 'off';
  if (isHeld) return { push: false, mail: canMail ? 'daily' : null };
  const push = settings.hasDevice && settings.pushWanted && (isExact || !canMail);
  if (!canMail) return { push, mail: null };
  if (settings.mailWanted === 'at-once') return { push, mail: isSellerVerified ? 'at-once' : 'daily' };
  return { push, mail: push ? null : 'daily' };
}
