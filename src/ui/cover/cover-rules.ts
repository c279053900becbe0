import { t } from '#platform/shared/texts/t.ts';
import { withSoftHyphens } from './soft-hyphens.ts';

/** The same book always gets the same cover: a hash of ISBN-13 or 'title|author' selects color and pattern. */
export type CoverBook = { title: string; author: string; isbn?: string | null };

export const PATTERNS = ['cloth', 'label', 'bands', 'plot', 'swiss', 'blanche', 'rules'] as const;
export type Pattern = (typeof PATTERNS)[number];
export const COLORS = 10;

export type CoverDesign = { hash: number; pattern: Pattern; color: number; variant: number };

function hashOf(text: string): number {
  let h = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) h = Math.imul(h ^ byte, 0x01000193) >>> 0;
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 12;
  h = Math.imul(h, 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

export function deriveCover(book: CoverBook): CoverDesign {
  const hash = hashOf(book.isbn || `${book.title}|${book.author}`.normalize('NFC').toLowerCase());
  return {
    hash,
    pattern: PATTERNS[hash % 7] ?? 'cloth',
    color: (hash >>> 8) % COLORS,
    variant: (hash >>> 16) % 4,
  };
}

const EDITION =
  /^(.*?),\s*((?:Volume \d+.*, )?(?:\S+ )?(?:\d+(?:st|nd|rd|th)|Revised|International)(?: \S+)? Edition|Boxed Set|Volume \d+.*)$/i;

/** 'Campbell Biology, 11th Edition' → name and edition. */
export function splitEdition(full: string): { name: string; edition: string } {
  const found = EDITION.exec(full);
  return { name: found?.[1] ?? full, edition: found?.[2] ?? '' };
}

/** Name and edition as above, and 'A: B' → title, subtitle. */
export function splitTitle(full: string): { title: string; subtitle: string; edition: string } {
  const { name, edition } = splitEdition(full);
  const colon = name.indexOf(': ');
  if (colon <= 2) return { title: name, subtitle: '', edition };
  return { title: name.slice(0, colon), subtitle: name.slice(colon + 2), edition };
}

const lastName = (name: string): string => name.split(' ').pop() ?? name;

export function formatAuthors(author: string): { short: string; long: string } {
  const names = author.split(/,\s*/);
  return {
    short:
      names.length > 2
        ? t('ui.cover.et-al', { name: lastName(names[0] ?? '') })
        : names.map(lastName).join(' · '),
    long:
      names.length > 3 ? t('ui.cover.and-others', { names: names.slice(0, 2).join(', ') }) : names.join(', '),
  };
}

/** Chinese, Japanese and Korean: no spaces, and letters as wide as the type is high. */
const WIDE = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/g;
/** In em, together with the space that follows in the estimate. */
const WIDE_LETTER = 0.72;
/** Marks above and below need more room between lines. */
const MARKED = /[\u0590-\u08ff]/;
const SIZES = [12, 10.5, 9, 7.8, 6.6] as const;
const AVERAGE_LETTER = 0.57;
type TextSizeStep = 1 | 2 | 3 | 4 | 5;

/**
 * The largest of five type sizes (1 is the largest) at which the widest word fits the line and the lines fit
 * the panel, in units of the 72 × 96 cover.
 */
export function fitTextSize(title: string, width: number, height: number): TextSizeStep {
  const words = withSoftHyphens(title)
    .replace(WIDE, ' $& ')
    .trim()
    .split(/[\s\u00ad-]+/);
  const leading = MARKED.test(title) ? 1.3 : 1.12;
  const widest = Math.max(...words.map(measureWidest));
  const lengths = words.map(measureWord);
  const at = SIZES.findIndex(
    (size) => widest * size <= width && linesOf(lengths, width, size) * size * leading <= height,
  );
  return (at < 0 ? 5 : at + 1) as TextSizeStep;
}

/** In em. */
const measureWord = (word: string): number =>
  word.search(WIDE) < 0 ? word.replace(/\p{M}/gu, '').length * AVERAGE_LETTER : WIDE_LETTER;

/** Bold letters by their width in em, in the widest of the usual fonts: a word that does not fit is cut. */
const LETTERS: readonly (readonly [RegExp, number])[] = [
  [/\p{M}/u, 0],
  [/[mwMW@]/, 1.06],
  [/[fijltI'’.,:;!|()]/, 0.45],
  [/[rs]/, 0.55],
  [/\p{Lu}/u, 0.78],
  [/\p{Lo}/u, AVERAGE_LETTER],
];
const OTHER_LETTER = 0.67;

/** In em, of a word that has a line to itself. */
const measureWidest = (word: string): number =>
  word.search(WIDE) < 0
    ? Array.from(word, (letter) => LETTERS.find(([kind]) => kind.test(letter))?.[1] ?? OTHER_LETTER).reduce(
        (sum, width) => sum + width,
        0,
      )
    : WIDE_LETTER;

/** `lengths`: of the words, in em. */
function linesOf(lengths: number[], width: number, size: number): number {
  const space = size * AVERAGE_LETTER * 0.5;
  let lines = 1;
  let x = 0;
  for (const inEm of lengths) {
    const length = inEm * size;
    if (x && x + space + length > width) {
      lines++;
      x = length;
    } else x += (x ? space : 0) + length;
  }
  return lines;
}

/** The title's area, width and height on 72 × 96. */
const PANELS: Record<Pattern, readonly [number, number]> = {
  cloth: [54, 38],
  label: [50, 22],
  bands: [62, 28],
  plot: [62, 30],
  swiss: [62, 30],
  blanche: [49, 38],
  rules: [62, 32],
};

/** Set in the system sans. */
export const isSans = (pattern: Pattern): boolean => pattern === 'swiss' || pattern === 'rules';

export function fitTitleSize(title: string, pattern: Pattern): TextSizeStep {
  const [width, height] = PANELS[pattern];
  return fitTextSize(title, width, height);
}
