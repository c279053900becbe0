export { mountWanted } from './mount.ts';
export { wantedPersonalData } from './personal-data.ts';
