export { mountOffers } from './mount.ts';
export { createOfferHooks } from './end-offers.ts';
export { offerPersonalData } from './personal-data.ts';
