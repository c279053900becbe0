import { DAY_MS } from '#platform/shared/durations.ts';

/** A user is notified of lower prices of one listing at most once in this time. */
export const PRICE_NOTICE_INTERVAL_MS = 7 * DAY_MS;

/** Lower prices of saved books that Favorites shows. */
export const MAX_PRICE_NOTICES = 20;
