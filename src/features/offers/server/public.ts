export { type LockedReservation, lockReservation } from './lock-reservation.ts';
export { toReservation } from './reserve-book.ts';
export { completeReservation } from './complete-reservation.ts';
export {
  changeReservationEnd,
  lockConversationBook,
  type ReservationWork,
} from './lock-conversation-book.ts';
export type { OfferContext, ReservationHook } from './settle-book.ts';
