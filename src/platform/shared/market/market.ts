import type { Language } from '../texts/languages.ts';
import type { Currency } from './currencies.ts';

/** Prices and limits, in minor units of the market's currency. */
export type MarketPrices = {
  boost: number;
  /** Of one month without ads. */
  adFree: number;
  /** Of a listing. */
  highest: number;
  smallestOffer: number;
  /** What price guidance and demo prices are rounded to: one dollar, 100 yen. */
  step: number;
};

/** The highest amount that a market may allow: amounts are stored in 32 bits. */
export const MAX_AMOUNT = 1_999_999_999;

/** A campus with its languages, its currency and its prices. */
export type Market = {
  /** The first is the default. */
  languages: readonly [Language, ...Language[]];
  /** ISO 3166 code, for the formats of amounts and dates. */
  region: string;
  /** IANA name. */
  timeZone: string;
  currency: Currency;
  prices: MarketPrices;
  /** The listings of an account wait until a moderator has approved one. */
  approveFirstListing: boolean;
};
