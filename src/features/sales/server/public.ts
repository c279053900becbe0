/** What other features may use of sales on the server. */
export { recordConfirmedSale } from './record-confirmed-sale.ts';
export { salePersonalData } from './personal-data.ts';
