export { mountProfiles } from './mount.ts';
export { profilePersonalData } from './personal-data.ts';
