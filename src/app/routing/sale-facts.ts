import { BOOST_HOURS } from '#features/boosts/rules.ts';
import { OFFER_HOURS, RESERVATION_DAYS } from '#features/trades/rules.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';

/** Prices and terms that the texts of support state. */
export function saleFacts() {
  const { boost, adFree } = currentLocale().prices;
  return {
    boostPrice: formatMoney(boost),
    boostHours: BOOST_HOURS,
    adFreePrice: formatMoney(adFree),
    offerHours: OFFER_HOURS,
    reservationDays: RESERVATION_DAYS,
  };
}
