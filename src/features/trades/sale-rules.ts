import { DAY_MS } from '#platform/shared/durations.ts';

/**
 * When prices of confirmed sales count. The agreed price is known to seller and buyer alone, so that no
 * difference between two price guidances may tell it: prices begin to count in groups of this many sellers
 * and as many buyers, and each group stops as a whole.
 */
export const SALE_GROUP_SELLERS = 5;

/** Of sales between the same two users, profiles count one in this time. */
export const SALE_COUNTS_AGAIN_MS = 365 * DAY_MS;

/** A sale is older than this when its price no longer counts. */
export const SALE_MAX_AGE_MS = 365 * DAY_MS;

/** The hashed mailboxes of a sale stay until neither rule compares them. */
export const MAILBOX_TTL_MS = Math.max(SALE_COUNTS_AGAIN_MS, SALE_MAX_AGE_MS);
