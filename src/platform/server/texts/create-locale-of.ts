import type { Language } from '#platform/shared/texts/languages.ts';
import type { Locale, LocaleFacts } from '#platform/shared/texts/locale.ts';
import { loadMessages } from './catalogues.ts';

export type LocaleOf = (language: Language) => Locale;

/** The locale of each language with the facts of the market. Each is built when it is first asked for. */
export function createLocaleOf(facts: Omit<LocaleFacts, 'language'>): LocaleOf {
  const built = new Map<Language, Locale>();
  return (language) => {
    const locale = built.get(language) ?? { ...facts, language, messages: loadMessages(language) };
    built.set(language, locale);
    return locale;
  };
}
