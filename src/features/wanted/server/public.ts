export { COUNT_WANTED_SQL } from './count-wanted.ts';
export { mountWanted } from './mount.ts';
export { wantedPersonalData } from './personal-data.ts';
