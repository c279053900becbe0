export { COUNT_WANTED_SQL } from './count-wanted.ts';
export { addEntry } from './save-entry.ts';
export { mountWanted } from './mount.ts';
export { wantedPersonalData } from './personal-data.ts';
