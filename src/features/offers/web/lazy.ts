export { CancelReservationDialog } from './cancel-reservation-dialog.tsx';
export { OfferCard } from './offer-card.tsx';
export { MakeOfferStrip } from './make-offer-strip.tsx';
export { OfferStrip } from './offer-strip.tsx';
