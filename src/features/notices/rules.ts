/** Limits of notices. No I/O. */

export const MAX_NOTICE_LENGTH = 2000;
export const MAX_NOTICE_URL_LENGTH = 2000;
export const MAX_NOTIFIER_NAME_LENGTH = 200;

/** What a receipt is called: 'N-2026-0214'. The number counts over all years. */
export const toReceiptNumber = (createdAt: Date, number: number): string =>
  `N-${createdAt.getUTCFullYear()}-${String(number).padStart(4, '0')}`;
