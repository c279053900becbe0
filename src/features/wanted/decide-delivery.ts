type DeliverySettings = {
  emailVerified: boolean;
  hasDevice: boolean;
  pushWanted: boolean;
  mailWanted: 'at-once' | 'daily' | 'off';
};

export type Delivery = { push: boolean; mail: 'at-once' | 'daily' | null };

/**
 * How a user hears of a match besides the Wanted tab. An exact ISBN is pushed at once. Other matches wait for
 * the digest, unless the user gets no emails: then they are pushed, too. The digest repeats no push. What is
 * held, because there were enough messages of it, waits for the digest if the user gets emails.
 */
export function decideDelivery(
  settings: DeliverySettings,
  { isExact, isHeld }: { isExact: boolean; isHeld: boolean },
): Delivery {
  const canMail = settings.emailVerified && settings.mailWanted !== 'off';
  if (isHeld) return { push: false, mail: canMail ? 'daily' : null };
  const push = settings.hasDevice && settings.pushWanted && (isExact || !canMail);
  if (!canMail) return { push, mail: null };
  if (settings.mailWanted === 'at-once') return { push, mail: 'at-once' };
  return { push, mail: push ? null : 'daily' };
}
