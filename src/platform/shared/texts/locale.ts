import type { CompiledMessage } from 'icu-minify/format';
import type { OfferedLanguages } from './language-choice.ts';
import type { MarketPrices } from '../market/market.ts';
import type { MoneyFacts } from '../market/money-facts.ts';
import type { Language } from './languages.ts';

/** Compiled texts by their ids. In a browser these are the texts of the pages that were visited. */
export type Messages = Readonly<Record<string, CompiledMessage | undefined>>;

/** What texts, amounts and dates depend on: the reader's language and the facts of the market. */
export type Locale = {
  language: Language;
  messages: Messages;
  /** The languages of the market. */
  languages: OfferedLanguages;
  /** IANA name of the market's time zone. */
  timeZone: string;
  /** ISO 3166 code of the market's country, for formats. */
  region: string;
  /** How amounts are written. */
  money: MoneyFacts;
  /** Prices and limits of the market. */
  prices: MarketPrices;
};

/** A locale without its texts, as documents carry it. */
export type LocaleFacts = Omit<Locale, 'messages'>;

export function toLocaleFacts(locale: Locale): LocaleFacts {
  const { messages: _, ...facts } = locale;
  return facts;
}

let read: (() => Locale) | undefined;

/** Sets the locale of the page, in the browser and in tests. */
export function provideLocale(next: () => Locale): void {
  read = next;
}

/** The locale of the page or of the running rendering. Throws outside of both. */
export function currentLocale(): Locale {
  if (read === undefined) throw new Error('There is no locale here: pass it, or call this while rendering');
  return read();
}

/** Renders in a locale. `render` is synchronous, so no other rendering can run in between. */
export function renderIn<T>(locale: Locale, render: () => T): T {
  const before = read;
  read = () => locale;
  try {
    return render();
  } finally {
    read = before;
  }
}
