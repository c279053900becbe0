export { CancelReservationDialog } from './reservation/cancel-reservation-dialog.tsx';
export { OfferCard } from './offer/offer-card.tsx';
export { MakeOfferStrip } from './offer/make-offer-strip.tsx';
export { OfferStrip } from './offer/offer-strip.tsx';
export { HandoverLink } from './offer/offer-strip.tsx';
