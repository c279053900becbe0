/** What other features may use of trades on the server. */
export {
  changeReservationEnd,
  lockConversationBook,
  type ReservationWork,
} from './reservations/lock-conversation-book.ts';
export type { OfferContext, ReservationHook } from './reservations/settle-book.ts';
export { lockSaleOfActor } from './sales/lock-sale.ts';
