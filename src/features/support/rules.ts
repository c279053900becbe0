import { HOUR_MS } from '#platform/shared/durations.ts';

/** What the contact form takes, and what becomes of a message. Pure: no I/O, nothing but the language. */

/** Characters. */
export const supportLimits = { name: 200, subject: 200, message: 5_000, answer: 5_000 } as const;

/**
 * One person writes a few times an hour. A campus is one address behind its router, and on the day that the sign-in fails all of it
 * writes: the address is only held against floods of
 * strangers.
 */
export const supportRateLimit = {
  person: { messages: 5, window: HOUR_MS },
  network: { name: 'support', points: 100, durationMs: HOUR_MS },
} as const;

/** Days that a message is kept after it was answered or put away. */
export const SUPPORT_TTL_DAYS = 365;

/** 'open' until somebody has dealt with it: 'answered', or 'closed' without an answer. */
export const supportStatuses = ['open', 'answered', 'closed'] as const;
export type SupportStatus = (typeof supportStatuses)[number];

/** What an answered message has said cannot be taken back: it stays as it is. */
export const supportTransitions: Record<SupportStatus, readonly SupportStatus[]> = {
  open: ['answered', 'closed'],
  answered: [],
  closed: ['open'],
};

/** What the form shows once a message is on its way. */
export const supportThanks = "Thank you for contacting us! We'll get back to you within 24 hours.";
