import format, { type FormatOptions, type FormatValues } from 'icu-minify/format';
import { directionOf } from './languages.ts';
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

const RIGHT_TO_LEFT = /[\u0591-\u08ff\ufb1d-\ufefc]/;

/**
 * Arguments with what people write from right to left isolated: beside a number or a mark it would turn their order.
 * Texts from right to left isolate all of theirs when they are compiled.
 */
function isolateNames(args: object, language: Locale['language']): object {
  if (directionOf(language) === 'rtl') return args;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value,
    ]),
  );
}

/** A compiled text with its arguments: a string, or parts of it where tags are elements. */
export const formatMessage = <Part>(
  { language, messages }: Locale,
  id: string,
  args: object | null | undefined,
): string | Part | (string | Part)[] =>
  format<Part>(
    messages[id] ?? id,
    language,
    (args && isolateNames(args, language)) as FormatValues<Part> | undefined,
    options,
  );
