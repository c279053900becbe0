export { mountBoosts } from './mount.ts';
