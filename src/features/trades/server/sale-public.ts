/** What other features may use of sales on the server. */
export { lockSaleOfActor } from './sales/lock-sale.ts';
export type { SaleContext } from './sales/mailboxes.ts';
export { recordConfirmedSale } from './sales/record-confirmed-sale.ts';
