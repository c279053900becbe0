import { LANGUAGES, type Language } from './languages.ts';

/** Cookie with the language that was chosen on this device. Scripts read it. It says nothing of a session. */
export const LANGUAGE_COOKIE = 'lang';

/** Parameter of a page's URL that names its language, for search engines. */
export const LANGUAGE_PARAM = 'lang';

/** A URL that names a language; null leaves it as it is. */
export const withLanguage = (url: string, language: Language | null): string =>
  language === null ? url : `${url}${url.includes('?') ? '&' : '?'}${LANGUAGE_PARAM}=${language}`;

const LANGUAGE_COOKIE_SECONDS = 400 * 24 * 60 * 60;

/** The languages of a market, the default one first. */
export type OfferedLanguages = readonly [Language, ...Language[]];

/** A line of `Set-Cookie`, or for `document.cookie`. Without a language the choice is automatic. */
export const languageCookie = (language: Language | null, { secure }: { secure: boolean }): string =>
  `${LANGUAGE_COOKIE}=${language ?? ''}; Max-Age=${language === null ? 0 : LANGUAGE_COOKIE_SECONDS}; Path=/;` +
  `${secure ? ' Secure;' : ''} SameSite=Lax`;

/** The language of a `Cookie` header or of `document.cookie`; null without a known one. */
export function languageOfCookies(cookies: string): Language | null {
  for (const pair of cookies.split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === LANGUAGE_COOKIE) return toLanguage(value);
  }
  return null;
}

/** RFC 4647, lookup: each wanted tag in turn, shortened from its end until it is offered. */
export function findOffered(wanted: readonly string[], offered: OfferedLanguages): Language | null {
  for (const tag of wanted) {
    const subtags = tag.toLowerCase().split('-');
    while (subtags.length > 0) {
      const shorter = subtags.join('-');
      const found = offered.find((language) => language === shorter);
      if (found !== undefined) return found;
      subtags.pop();
    }
  }
  return null;
}

/** The language with this tag; null if there are no texts in it. */
const toLanguage = (tag: unknown): Language | null => LANGUAGES.find((language) => language === tag) ?? null;

/** What the languages call themselves. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  ar: 'العربية',
};
