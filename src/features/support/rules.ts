import { HOUR_MS } from '#platform/shared/durations.ts';

/** The limits of the contact form, and the states of a message. No I/O. */

/** The longest texts in characters. */
export const supportLimits = { name: 200, subject: 200, message: 5_000, answer: 5_000 } as const;

/**
 * A user sends few messages: five at once, and five per hour. A campus can be one address behind its router, and when the sign-in
 * fails many users write: the limit per address only stops floods.
 */
export const supportRateLimit = {
  user: { name: 'support-user', points: 5, durationMs: HOUR_MS },
  network: { name: 'support', points: 100, durationMs: HOUR_MS },
  /** The limit of accounts without a verified email, which a network creates by the hundred. */
  unverified: { name: 'support-unverified', points: 100, durationMs: HOUR_MS },
} as const;

/** How long a message is kept after it was answered or closed. */
export const SUPPORT_TTL_DAYS = 365;

/** 'open' until an administrator handles it: 'answered', or 'closed' without an answer. */
export const supportStatuses = ['open', 'answered', 'closed'] as const;
export type SupportStatus = (typeof supportStatuses)[number];

/** An answer has been sent and cannot be withdrawn: 'answered' is final. */
export const supportTransitions: Record<SupportStatus, readonly SupportStatus[]> = {
  open: ['answered', 'closed'],
  answered: [],
  closed: ['open'],
};
