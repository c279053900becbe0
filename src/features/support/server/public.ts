export { supportPersonalData } from './personal-data.ts';
export { mountSupport } from './mount.ts';
