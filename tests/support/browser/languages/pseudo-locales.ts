import type { Market } from '#platform/shared/market/market.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
// By its path: what is imported by name leads to this file.
import {
  createLocaleOf as createRealLocaleOf,
  type LocaleOf,
} from '../../../../src/platform/server/texts/create-locale-of.ts';
import { toPseudoLocale } from '../../../../scripts/texts/pseudo.ts';

/** `createLocaleOf` with the texts of the pseudo-languages. */
export function createLocaleOf(market: Market): LocaleOf {
  const localeOf = createRealLocaleOf(market);
  const built = new Map<Language, Locale>();
  return (language = market.languages[0]) => {
    const locale = built.get(language) ?? toPseudoLocale(localeOf(language));
    built.set(language, locale);
    return locale;
  };
}
