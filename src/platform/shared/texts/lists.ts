import type { Language } from './languages.ts';

type ListSigns = {
  comma: string;
  /** Between two. */ pair: string;
  /** Before the last of several; the same between all of them where `repeats`. */ last: string;
  repeats?: true;
};

/** Not from Intl: a server and a browser of other versions must write the same. */
const SIGNS: Record<Language, ListSigns> = {
  en: { comma: ', ', pair: ' and ', last: ', and ' },
  es: { comma: ', ', pair: ' y ', last: ' y ' },
  de: { comma: ', ', pair: ' und ', last: ' und ' },
  ar: { comma: '، ', pair: ' و', last: ' و', repeats: true },
};

/** Spanish 'y' is 'e' before the sound 'i'. */
const SOUNDS_AS_I = /^(i|hi(?![ae]))/i;

/** 'A, B, C' and in the language's words 'A, B, and C'. */
export function formatList(
  words: readonly string[],
  language: Language,
  kind: 'commas' | 'and' = 'commas',
): string {
  const { comma, pair, last, repeats } = SIGNS[language];
  if (kind === 'commas') return words.join(comma);
  if (repeats) return words.join(last);
  const end = words.at(-1) ?? '';
  if (words.length < 2) return end;
  const and = words.length === 2 ? pair : last;
  const sounding = language === 'es' && SOUNDS_AS_I.test(end) ? and.replace('y', 'e') : and;
  return words.slice(0, -1).join(comma) + sounding + end;
}
