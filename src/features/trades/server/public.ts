export { type LockedReservation, lockReservation } from './reservations/lock-reservation.ts';
export { toReservation } from './reservations/reserve-book.ts';
export { completeReservation } from './reservations/complete-reservation.ts';
export {
  changeReservationEnd,
  lockConversationBook,
  type ReservationWork,
} from './reservations/lock-conversation-book.ts';
export type { OfferContext, ReservationHook } from './reservations/settle-book.ts';
