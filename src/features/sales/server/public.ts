/** What other features may use of sales on the server. */
export { lockSaleOfActor } from './lock-sale.ts';
export type { SaleContext } from './mailboxes.ts';
export { mountSales } from './mount.ts';
export { recordConfirmedSale } from './record-confirmed-sale.ts';
export { salePersonalData } from './personal-data.ts';

/** For joins; only this feature writes to it. */
export { confirmedSales } from './table.ts';
