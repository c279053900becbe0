import { BOOST_HOURS } from '#features/boosts/rules.ts';
import { priceList } from '#features/payments/rules.ts';
import { OFFER_HOURS, RESERVATION_DAYS } from '#features/trades/rules.ts';
import { formatPrice } from '#platform/shared/money.ts';

/** Prices and terms that the texts of support state. */
export const saleFacts = {
  boostPrice: formatPrice(priceList.boost),
  boostHours: BOOST_HOURS,
  adFreePrice: formatPrice(priceList['remove-ads']),
  offerHours: OFFER_HOURS,
  reservationDays: RESERVATION_DAYS,
};
