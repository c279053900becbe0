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

/** What the receiver of a suspicious message reads behind 'Be careful:'. */
export const warningTexts: Record<Warning, string> = {
  'verification-code': 'Never pass on a code that was sent to your phone. Nobody needs it to buy a book.',
  'gift-card': "Gift cards and crypto can't be taken back. Pay in cash when you meet.",
  overpayment: 'Nobody has a reason to pay more than the price. Never send money back.',
  courier: 'Hand the book over yourself, face to face. Couriers and escrow services are a known trick.',
  'advance-payment': 'Pay in cash when you meet and have seen the book, never before.',
  'external-link': 'This link leaves BookSwap. Never enter a password or a card number there.',
  leaving:
    'You can agree on everything in this chat. If you report someone, we cannot see what was said elsewhere.',
  pressure: 'Take your time. An honest student lets you look at the book first.',
};
