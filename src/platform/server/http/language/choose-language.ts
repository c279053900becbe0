import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { atMostEntries } from '#platform/server/at-most-entries.ts';
import {
  findOffered,
  LANGUAGE_PARAM,
  languageOfCookies,
  type OfferedLanguages,
} from '#platform/shared/texts/language-choice.ts';
import type { Language } from '#platform/shared/texts/languages.ts';

type LanguageSource = { url?: string | undefined; headers: IncomingHttpHeaders };

/** Clients write this header as they like: its start is read, and remembered. */
const MAX_KEPT_HEADERS = 1_000;
const MAX_READ_LENGTH = 200;
/** RFC 9110 asks for no more; a longer list is read up to here. */
const MAX_RANGES = 20;

/**
 * The language of a request: that of its URL, else of the device's cookie, else what the browser prefers, else
 * the market's first. Only languages of the market.
 */
export type ChooseLanguage = {
  (request: LanguageSource): Language;
  readonly offered: OfferedLanguages;
};

export function createChooseLanguage(offered: OfferedLanguages): ChooseLanguage {
  const preferred = new LRUCache<string, Language>(atMostEntries(MAX_KEPT_HEADERS));
  const isOffered = (language: Language | null): language is Language =>
    language !== null && offered.includes(language);
  const findPreferred = (header: string): Language => {
    const start = header.slice(0, MAX_READ_LENGTH);
    const kept = preferred.get(start);
    if (kept !== undefined) return kept;
    const found = lookUp(start, offered) ?? offered[0];
    preferred.set(start, found);
    return found;
  };
  const choose = ({ url = '', headers }: LanguageSource): Language => {
    if (offered.length === 1) return offered[0];
    const named = languageOfUrl(url, offered);
    if (named !== null) return named;
    const chosen = headers.cookie === undefined ? null : languageOfCookies(headers.cookie);
    if (isOffered(chosen)) return chosen;
    const header = headers['accept-language'];
    return header === undefined ? offered[0] : findPreferred(header);
  };
  return Object.assign(choose, { offered });
}

/** The language that a URL names by its parameter; null without one of these. */
export function languageOfUrl(url: string, offered: OfferedLanguages): Language | null {
  const start = url.indexOf('?');
  if (start === -1 || !url.includes(LANGUAGE_PARAM, start)) return null;
  const tag = new URLSearchParams(url.slice(start)).get(LANGUAGE_PARAM);
  return offered.find((language) => language === tag) ?? null;
}

/** The first offered one of the header, the most wanted first. */
const lookUp = (header: string, offered: OfferedLanguages): Language | null =>
  findOffered(
    header
      .split(',', MAX_RANGES)
      .map(parseRange)
      .filter(({ weight }) => weight > 0)
      .toSorted((a, b) => b.weight - a.weight)
      .map(({ tag }) => tag),
    offered,
  );

/** An invalid weight counts as zero. */
function parseRange(text: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return { tag, weight: /^(0(\.\d*)?|1(\.0*)?)$/.test(weight) ? Number(weight) : 0 };
}
