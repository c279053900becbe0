export { mountDeals } from './mount.ts';
export { dealPersonalData } from './personal-data.ts';
export { createDealHook } from './withdraw-question.ts';

/** For joins; only this feature writes to it. */
export { namedSales } from './table.ts';
