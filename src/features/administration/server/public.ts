export { mountAdministration } from './mount.ts';
