/** What the listing form shows of prices. */
export { PriceGuide } from './price-guide.tsx';
