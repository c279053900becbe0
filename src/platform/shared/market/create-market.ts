import type { Language } from '../texts/languages.ts';
import { currencyOf } from './currencies.ts';
import { defaultPrices } from './default-prices.ts';
import type { Market, MarketPrices } from './market.ts';

type MarketSettings = {
  languages: Market['languages'];
  region: string | undefined;
  timeZone: string;
  currency: string;
  prices: Partial<MarketPrices>;
  approveFirstListing?: boolean | undefined;
};

export const createMarket = ({
  region,
  currency,
  prices,
  approveFirstListing = false,
  ...settings
}: MarketSettings): Market => ({
  ...settings,
  region: region ?? regionOf(currency, settings.languages[0]),
  currency: currencyOf(currency),
  prices: { ...defaultPrices(currency), ...prices },
  approveFirstListing,
});

/** A currency begins with its country, except the euro and those with X, which several countries share. */
const regionOf = (currency: string, language: Language): string =>
  currency === 'EUR' || currency.startsWith('X')
    ? new Intl.Locale(language).maximize().region!
    : currency.slice(0, 2);
