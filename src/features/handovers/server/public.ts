export { mountHandovers } from './mount.ts';
export { createHandoverReader } from './read-handover.ts';
