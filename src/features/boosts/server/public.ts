export { mountBoosts } from './routes.ts';
