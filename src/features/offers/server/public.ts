export { mountOffers } from './mount.ts';
export { createOfferHooks } from './end-offers.ts';
export { type LockedReservation, lockReservation } from './lock-reservation.ts';
export { toReservation } from './reserve-book.ts';
export { offerPersonalData } from './personal-data.ts';
export { completeReservation } from './complete-reservation.ts';
export { counterOffer, makeOffer } from './make-offer.ts';
export { respondToOffer } from './respond-to-offer.ts';
export {
  changeReservationEnd,
  lockConversationBook,
  type ReservationWork,
} from './lock-conversation-book.ts';
export type { OfferContext, ReservationHook } from './settle-book.ts';

/** For joins; written by this feature alone. */
export { offers, reservations } from './table.ts';
