/** Stored in the history entry: after a reload or Back the page must not offer to pay again. */
export const setConfirmingPayment = (paymentIntentId: string | null): void =>
  history.replaceState({ ...(history.state as object | null), paying: paymentIntentId }, '');

export const getConfirmingPayment = (): string | null =>
  (history.state as { paying?: string | null } | null)?.paying ?? null;

/** The secret of a payment begins with its name. */
export const intentIdFromSecret = (clientSecret: string): string => clientSecret.split('_secret')[0]!;
