/** What listings and offers show of prices. */
export { PriceGuide } from './price-guide.tsx';
export { PriceNotices } from './price-notices.tsx';
export { priceGuidanceQuery } from './price-queries.ts';
export { SimilarCopies } from './similar-copies.tsx';
