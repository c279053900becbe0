import type { Offer } from '#features/payments/web/lazy.ts';
import { BOOST_HOURS } from '../rules.ts';

export const boostOffer: Offer = {
  type: 'boost',
  title: 'Boost Your Listing',
  benefits: [
    'Top of search results',
    `${BOOST_HOURS} hours premium placement`,
    'Increased visibility',
    'Higher chance of quick sale',
  ],
  item: `Boost, ${BOOST_HOURS} hours`,
  term: 'one-time',
  bought: `Boost, ${BOOST_HOURS} hours`,
  pay: (price) => `Pay ${price} & Boost Listing`,
  paid: {
    title: 'Payment Successful!',
    description: 'Your listing is being boosted and will appear at the top within a few moments.',
  },
  sentBack: {
    title: 'Payment refunded',
    description: "The listing was sold or deleted before your payment arrived. We're refunding you.",
  },
  failed: 'Payment Failed',
  notBegun: 'Failed to initialize payment. Please try again.',
};
