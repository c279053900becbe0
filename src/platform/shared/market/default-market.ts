import { createMarket } from './create-market.ts';

/** English, dollars and UTC: the market of a server without settings. */
export const defaultMarket = createMarket({
  languages: ['en'],
  region: undefined,
  timeZone: 'UTC',
  currency: 'USD',
  prices: {},
});
