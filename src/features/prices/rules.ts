import { DAY_MS } from '#platform/shared/durations.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';

/** A user is notified of lower prices of one listing at most once in this time. */
export const PRICE_NOTICE_INTERVAL_MS = 7 * DAY_MS;

/** Lower prices of saved books that Favorites shows. */
export const MAX_PRICE_NOTICES = 20;

/** A lower price and the former one. */
type LowerPrice = { price: number; previousPrice: number };

/** 'is now $24.00 (was $30.00)', after the title. */
export const priceChangeText = ({ price, previousPrice }: LowerPrice, locale?: Locale): string =>
  `is now ${formatMoney(price, locale)} (was ${formatMoney(previousPrice, locale)})`;

/** 'Algorithms is now $24.00 (was $30.00)' */
export const lowerPriceText = (
  { title, ...change }: LowerPrice & { title: string },
  locale?: Locale,
): string => `${title} ${priceChangeText(change, locale)}`;
