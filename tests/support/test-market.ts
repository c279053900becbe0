import { createMarket } from '#platform/shared/market/create-market.ts';

/** English, dollars and UTC, as a server without settings has them. */
export const testMarket = createMarket({
  name: undefined,
  languages: ['en'],
  region: undefined,
  timeZone: 'UTC',
  currency: 'USD',
  prices: {},
});
