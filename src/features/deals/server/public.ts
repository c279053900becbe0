export { confirmNamedSale, findSaleToProve } from './confirm-named-sale.ts';
export { nameBuyer } from './name-buyer.ts';
export { mountDeals } from './mount.ts';
export { dealPersonalData, resalePersonalData } from './personal-data.ts';
export { createDealHook } from './withdraw-question.ts';

/** For joins; only this feature writes to it. */
export { namedSales } from './table.ts';
