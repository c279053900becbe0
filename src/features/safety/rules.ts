import { DAY_MS } from '#platform/shared/durations.ts';

/** Accounts younger than a day are pointed out to those who message them. `createdAt` is ISO 8601. */
export const isNewAccount = (createdAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) < DAY_MS;

/** Classes of suspicious messages. The weights of the trained model are in this order. */
export const warnings = [
  'verification-code',
  'gift-card',
  'overpayment',
  'courier',
  'advance-payment',
  'external-link',
  'leaving',
  'pressure',
] as const;
export type Warning = (typeof warnings)[number];
