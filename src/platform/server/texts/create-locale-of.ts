import type { Market } from '#platform/shared/market/market.ts';
import { moneyFactsOf } from '#platform/shared/market/money-facts.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import type { Locale, Messages } from '#platform/shared/texts/locale.ts';
import { loadMessages } from './catalogues.ts';

/** Without a language: in the market's first. */
export type LocaleOf = (language?: Language) => Locale;

const loaded = new Map<Language, Messages>();

/** The same for all markets of the process. */
function messagesOf(language: Language): Messages {
  const messages = loaded.get(language) ?? loadMessages(language);
  loaded.set(language, messages);
  return messages;
}

/** The locale of each language of a market. Each is built when it is first asked for. */
export function createLocaleOf(market: Market): LocaleOf {
  const { languages, timeZone, region, prices } = market;
  const built = new Map<Language, Locale>();
  return (language = languages[0]) => {
    const locale = built.get(language) ?? {
      language,
      languages,
      messages: messagesOf(language),
      timeZone,
      region,
      money: moneyFactsOf(language, market),
      prices,
    };
    built.set(language, locale);
    return locale;
  };
}
