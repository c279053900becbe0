import type { OfferedLanguages } from '#platform/shared/texts/language-choice.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';

export type LanguagesOfUser = {
  /** Of the device that shows it. */
  deviceLanguage?: Language | null;
  /** The chosen one. */
  language: Language | null;
  seenLanguage: Language | null;
};

/**
 * The language of what a user gets outside of a request: that of the device, else the chosen one, else the last seen,
 * else the market's first.
 */
export const languageOfUser = (
  { deviceLanguage = null, language, seenLanguage }: LanguagesOfUser,
  { languages }: { languages: OfferedLanguages },
): Language =>
  [deviceLanguage, language, seenLanguage].find((each) => each !== null && languages.includes(each)) ??
  languages[0];

export const localeOfUser = (user: LanguagesOfUser, localeOf: (language?: Language) => Locale): Locale =>
  localeOf(languageOfUser(user, localeOf()));
