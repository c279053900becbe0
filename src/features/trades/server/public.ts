/** What other features may use of trades on the server. */
export { changeReservationEnd } from './reservations/reserve-book.ts';
export type { ReservationHook, TradeContext } from './with-trade.ts';
export { lockSaleOfActor, type SaleHook } from './sales/record-confirmed-sale.ts';
export { lockTrade, type LockedTrade, withTrade } from './with-trade.ts';
