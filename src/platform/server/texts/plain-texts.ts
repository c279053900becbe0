import { directionOf } from '#platform/shared/texts/languages.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { textsIn, type Translate } from '#platform/shared/texts/t.ts';

const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];

/** Programs would take the sign after an address for a part of it. It has a line to itself instead. */
const isUrl = (name: string) => /url$/i.test(name);

const isolate = (name: string, value: unknown): unknown =>
  typeof value !== 'string' || isUrl(name) || value.startsWith(FIRST_STRONG_ISOLATE)
    ? value
    : FIRST_STRONG_ISOLATE + value + POP_ISOLATE;

/**
 * `textsIn` for emails and pushes, which have no elements around names and prices: from right to left each argument
 * is isolated, or it would turn the order of the words beside it.
 */
export function plainTextsIn(locale: Locale): Translate {
  const text = textsIn(locale);
  if (directionOf(locale.language) === 'ltr') return text;
  return ((id, args?: Record<string, unknown>) =>
    (text as (id: string, args?: object) => string)(
      id,
      args && Object.fromEntries(Object.entries(args).map(([name, value]) => [name, isolate(name, value)])),
    )) as Translate;
}
