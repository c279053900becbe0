export { useUnseenPrices } from './price-notices-query.ts';
