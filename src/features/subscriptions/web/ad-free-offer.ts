import type { Offer } from '#features/payments/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';

/** In the language of the page. */
export const adFreeOffer = (): Offer => ({
  type: 'remove-ads',
  title: t('subscriptions.offer.title'),
  benefits: [
    t('subscriptions.offer.benefit-ads'),
    t('subscriptions.offer.benefit-clean'),
    t('subscriptions.offer.benefit-support'),
    t('subscriptions.offer.benefit-cancel'),
  ],
  item: t('subscriptions.offer.item'),
  term: t('subscriptions.offer.term'),
  bought: t('subscriptions.offer.bought'),
  pay: (price) => t('subscriptions.offer.pay', { price }),
  paid: { title: t('subscriptions.offer.paid-title'), description: t('subscriptions.offer.paid-text') },
  sentBack: {
    title: t('subscriptions.offer.refunded-title'),
    description: t('subscriptions.offer.refunded-text'),
  },
  failed: t('subscriptions.offer.failed'),
  notBegun: t('subscriptions.offer.not-begun'),
});
