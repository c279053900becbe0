import type { RateLimits } from '#platform/server/rate-limits/shared-rate-limiter.ts';

/** How much one user may do, over HTTP and the socket together. */
export type ConversationRateLimits = {
  isLimited: boolean;
  limiter: RateLimits;
};
