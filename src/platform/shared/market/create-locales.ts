import type { Language } from '../texts/languages.ts';
import type { Locale } from '../texts/locale.ts';
import type { Market } from './market.ts';
import { moneyFactsOf } from './money-facts.ts';

/** The locales of a market, each built once. Without a language: the market's first. */
export function createLocales(market: Market): (language?: Language) => Locale {
  const built = new Map<Language, Locale>();
  return (language = market.languages[0]) => {
    const locale = built.get(language) ?? {
      language,
      timeZone: market.timeZone,
      region: market.region,
      money: moneyFactsOf(language, market),
      prices: market.prices,
    };
    built.set(language, locale);
    return locale;
  };
}
