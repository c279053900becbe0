export { OfferCard } from './offer-card.tsx';
export { OfferStrip } from './offer-strip.tsx';
