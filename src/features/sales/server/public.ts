/** What other features may use of sales on the server. */
export { lockSaleOfActor } from './lock-sale.ts';
export type { SaleContext } from './mailboxes.ts';
export { recordConfirmedSale } from './record-confirmed-sale.ts';
