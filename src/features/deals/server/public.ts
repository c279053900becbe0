export { mountDeals } from './mount.ts';
export { dealPersonalData } from './personal-data.ts';
export { withdrawQuestion } from './withdraw-question.ts';
