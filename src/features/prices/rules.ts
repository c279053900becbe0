import { DAY_MS } from '#platform/shared/durations.ts';
import { formatPrice } from '#platform/shared/money.ts';

/** A user is notified of lower prices of one listing at most once in this time. */
export const PRICE_NOTICE_INTERVAL_MS = 7 * DAY_MS;

/** Lower prices of saved books that Favorites shows. */
export const MAX_PRICE_NOTICES = 20;

/** A lower price and the former one, in cents. */
type LowerPrice = { price: number; previousPrice: number };

/** 'is now $24.00 (was $30.00)', after the title. */
export const priceChangeText = ({ price, previousPrice }: LowerPrice): string =>
  `is now ${formatPrice(price)} (was ${formatPrice(previousPrice)})`;

/** 'Algorithms is now $24.00 (was $30.00)' */
export const lowerPriceText = ({ title, ...change }: LowerPrice & { title: string }): string =>
  `${title} ${priceChangeText(change)}`;
