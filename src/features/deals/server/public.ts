export { mountDeals } from './mount.ts';
export { dealPersonalData } from './personal-data.ts';
export { createDealHook } from './withdraw-question.ts';
