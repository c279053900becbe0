export { handoverCodeOf } from './handover-code.ts';
export { mountHandovers } from './mount.ts';
