import format, { type FormatOptions, type FormatValues } from 'icu-minify/format';
import type { Locale } from './locale.ts';
import { formatNumber } from './numbers.ts';

const pluralRules = new Map<string, Intl.PluralRules>();

/** What the library of messages takes from Intl, except for plurals. */
const options = {
  formatters: {
    getNumberFormat: (language: Locale['language']) => ({
      format: (value: number) => formatNumber(value, language),
    }),
    // Creating rules takes much longer than using them.
    getPluralRules(language: string, { type }: Intl.PluralRulesOptions) {
      const key = `${language}${type}`;
      const rules = pluralRules.get(key) ?? new Intl.PluralRules(language, { type });
      pluralRules.set(key, rules);
      return rules;
    },
  },
} as unknown as FormatOptions;

/** A compiled text with its arguments: a string, or parts of it where tags are elements. */
export const formatMessage = <Part>(
  { language, messages }: Locale,
  id: string,
  args: object | null | undefined,
): string | Part | (string | Part)[] =>
  format<Part>(messages[id] ?? id, language, args as FormatValues<Part> | undefined, options);
