/** What other features may use of trades on the server. */
export { changeReservationEnd } from './reservations/change-reservation-end.ts';
export type { ReservationHook, TradeContext } from './reservations/settle-book.ts';
export { lockSaleOfActor } from './sales/lock-sale.ts';
export { lockTrade, type Trade, withTrade } from './with-trade.ts';
