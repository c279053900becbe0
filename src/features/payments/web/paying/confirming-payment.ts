/**
 * Which payment is being confirmed, kept with this entry of the tab's history: a reload meanwhile, or the way back, must not offer to pay
 * again for what has been paid.
 */
export const setConfirmingPayment = (paymentIntentId: string | null): void =>
  history.replaceState({ ...(history.state as object | null), paying: paymentIntentId }, '');

export const getConfirmingPayment = (): string | null =>
  (history.state as { paying?: string | null } | null)?.paying ?? null;

/** The secret of a payment begins with its name. */
export const intentIdFromSecret = (clientSecret: string): string => clientSecret.split('_secret')[0]!;
