export { PriceGuide } from './price-guide.tsx';
export { PriceNotices } from './price-notices.tsx';
export { WithPriceBand } from './with-price-band.tsx';
