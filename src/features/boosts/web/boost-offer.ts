import type { Offer } from '#features/payments/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';
import { BOOST_HOURS } from '../rules.ts';

/** In the language of the page. */
export const boostOffer = (): Offer => ({
  type: 'boost',
  title: t('boosts.offer.title'),
  benefits: [
    t('boosts.offer.benefit-top'),
    t('boosts.offer.benefit-term', { hours: BOOST_HOURS }),
    t('boosts.offer.benefit-visibility'),
    t('boosts.offer.benefit-quick'),
  ],
  item: t('boosts.offer.item', { hours: BOOST_HOURS }),
  term: t('boosts.offer.term'),
  bought: t('boosts.offer.item', { hours: BOOST_HOURS }),
  pay: (price) => t('boosts.offer.pay', { price }),
  paid: { title: t('boosts.offer.paid-title'), description: t('boosts.offer.paid-text') },
  sentBack: { title: t('boosts.offer.refunded-title'), description: t('boosts.offer.refunded-text') },
  failed: t('boosts.offer.failed'),
  notBegun: t('boosts.offer.not-begun'),
});
