export { CancelReservationDialog } from './cancel-reservation-dialog.tsx';
export { OfferCard } from './offer-card.tsx';
export { MakeOfferStrip, OfferStrip } from './offer-strip.tsx';
