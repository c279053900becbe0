import type { Offer } from '#features/payments/web/lazy.ts';

export const adFreeOffer: Offer = {
  type: 'remove-ads',
  title: 'Go Ad-Free',
  benefits: [
    'Remove all banner ads',
    'Clean browsing',
    'Support the community',
    'Cancel anytime from profile',
  ],
  item: 'Ad-free',
  term: 'per month',
  bought: 'Ad-free, 1 month',
  pay: (price) => `Get Ad-Free for ${price}`,
  paid: { title: 'Ad-Free Activated!', description: 'You now have ad-free access to BookSwap!' },
  sentBack: {
    title: 'Payment refunded',
    description: "We're refunding your payment for ad-free.",
  },
  failed: 'Purchase Failed',
  notBegun: 'Failed to initialize ad-free purchase. Please try again.',
};
