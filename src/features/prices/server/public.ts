/** What the app uses of prices on the server. */
export { mountPrices } from './mount.ts';
export { pricePersonalData } from './personal-data.ts';
