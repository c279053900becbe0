/** What the first script has of prices. */
export { useUnseenPrices } from './price-notices-query.ts';
