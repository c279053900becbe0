import { foldTitle, readRoman } from './fold-title.ts';
import { ORDINAL_WORD, readOrdinal } from './ordinals.ts';

/** An edition that is printed on no book: a title that names such a number means something else. */
const MAX_EDITION = 60;

const EDITION_WORD =
  '(?:editions?|editn|edtn|edn|eds?|edicion(?:es)?|edicao|edizione|editie|auflage|aufl|ausgabe|druk|utgave|utgava|wydanie|الطبعه|طبعه|ط)';
/** What stands between the number and the word: '25. überarbeitete Auflage', '15th Global Edition'. */
const FILLER =
  "(?:(?:global|international|intl|metric|si|inter|national|revised|rev|updated|enhanced|expanded|student|students'?|us|u\\.s\\.|uk|canadian|asia|asian|indian|european|australian|australasian|american|custom|loose-?leaf|paperback|hardcover|binder|ready|version|standard|full|complete|corrected|anniversary|neu|neue|neubearb|uberarb|uberarbeitete|bearb|bearbeitete|erw|erweiterte|aktual|aktualisierte|vollst|vollstandig|verb|verbesserte|durchges|durchgesehene|korr|korrigierte|korrigierter|erganzte|u|und|unverand|unveranderte|revisada|corregida|ampliada|actualizada|aumentada|y|revue|corrigee|augmentee|et|and|&|multimedia|print|pearson|mcgraw-?hill|cengage|wiley|isv|ise|economy|special|collector'?s|deluxe|illustrated)[.,]? )";
const NUMBER = `(?<number>\\d{1,2})(?: ?(?:st|nd|rd|th|ste|te|de|er|ere|e|eme|ieme|nde|a|o|ma|va|da|ra|ta|na|mo|vo|do|ro|to|no|ª|º))?[.]?(?:[ªºao](?![\\p{L}]))?`;
const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])[.]?';

const pattern = (text: string) => new RegExp(text, 'gu');

const ARABIC_EDITIONS = [
  pattern(`${START}(?:ال)?(?:طبعه|ط)[.:]? ?(?:رقم )?(?<number>\\d{1,2})${END}`),
  pattern(`${START}(?:ال)?طبعه (?<word>${ORDINAL_WORD})(?<teen> عشره?)?${END}`),
];

/** In this order: the first that matches says the number. */
const PATTERNS = [
  // Before the others: the number is behind its word, and 'first part' may be before it.
  ...ARABIC_EDITIONS,
  pattern(`${START}${NUMBER}[ ,-]{0,2}${FILLER}{0,6}${EDITION_WORD}${END}`),
  pattern(`${START}(?<word>${ORDINAL_WORD})[ -]${FILLER}{0,6}${EDITION_WORD}${END}`),
  pattern(`${START}(?<roman>[ivx]{1,5})[.]? ${FILLER}{0,4}(?:edicion|edizione|auflage|aufl|edition)${END}`),
  pattern(`${START}${EDITION_WORD}[.:]? ?(?:no[.]? ?|nr[.]? ?|رقم )?(?:${NUMBER})${END}`),
  pattern(`${START}${EDITION_WORD}[.]? (?<word>${ORDINAL_WORD})${END}`),
  pattern(`${START}(?<number>\\d{1,2}) ?/ ?e${END}`),
  pattern(`${START}(?<number>\\d{1,2})e${END}`),
  // 'Psychology 12th', at the end or before a bracket.
  pattern(`(?<!\\b(?:the|of|on) )${START}(?<number>\\d{1,2})(?:st|nd|rd|th)(?= *(?:$|[(),:;\\-]|is[ev] *$))`),
];

/** 'Global Edition', 'Revised edition', 'International Student Edition', 'ed.': words that say no number. */
const UNNUMBERED = [
  pattern(`${START}${FILLER}{1,6}${EDITION_WORD}${END}`),
  pattern(`${START}(?:global|international|intl)[.]? (?:student )?version${END}`),
  pattern(`${START}(?:edicion|edition) (?:del|de la|du|of[ ]the) [^,;:)]*`),
  pattern(`${START}(?:new|latest|current|old|older|previous|neueste|nueva|nouvelle) ${EDITION_WORD}${END}`),
];

type Found = { number: number | null; rest: string };

/** Stands for each character of what names an edition. */
const BLANK = '\u0001';

/** The number of the edition that folded text names, and the text without what names it. */
export function readEdition(folded: string): Found {
  const { number, blanked } = blankEdition(folded);
  return { number, rest: blanked.replaceAll(new RegExp(`${BLANK}+`, 'g'), ' , ') };
}

/** `blanked` is as long as the text. */
function blankEdition(folded: string): { number: number | null; blanked: string } {
  let number: number | null = null;
  let blanked = folded;
  for (const expression of PATTERNS) {
    blanked = blanked.replace(expression, (match, ...found) => {
      const value = toNumber(found.at(-1) as Record<string, string | undefined>);
      const isJubilee = JUBILEE.test(match);
      if (value === 0 || value > MAX_EDITION) return isJubilee ? BLANK.repeat(match.length) : match;
      if (!isJubilee) number ??= value;
      return BLANK.repeat(match.length);
    });
  }
  for (const expression of UNNUMBERED)
    blanked = blanked.replace(expression, (match) => BLANK.repeat(match.length));
  blanked = blanked.replace(YEAR_OF_EDITION, (match) => BLANK.repeat(match.length));
  return { number, blanked };
}

/** '8. Auflage 2021', '8th Edition (2021)': the year in which it was printed. */
const YEAR_OF_EDITION = new RegExp(`(?<=${BLANK})[), ]{0,3}[(]?(?:19|20)\\d\\d[)]?(?= *(?:$|[,;)-]))`, 'gu');

/** '25th Anniversary Edition' is no twenty-fifth edition. */
const JUBILEE = /anniversary|aniversario|jubilaum/;

/** A title as it is written, without what names its edition: 'Calculus (8th ed.)' → 'Calculus'. */
export function withoutEdition(title: string): string {
  const text = title.normalize('NFC');
  // Folded letter by letter, so that both are of one length.
  const folded = Array.from({ length: text.length }, (_, at) => {
    const letter = foldTitle(text[at]!);
    return letter.length === 1 ? letter : text[at] === ' ' ? ' ' : text[at]!.toLowerCase().slice(0, 1);
  }).join('');
  const { blanked } = blankEdition(folded);
  const kept = [...blanked].map((letter, at) => (letter === BLANK ? '' : text[at]!)).join('');
  const shown = kept
    .replace(/[([]\s*[,;:-]*\s*[)\]]/g, ' ')
    .replace(/\s+(?=[,;:)])|,(?=\s*[,;:)])/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s,;:·،-]+$/u, '')
    .trim();
  return shown === '' ? title : shown;
}

function toNumber({ number, word, roman, teen }: Record<string, string | undefined>): number {
  if (number !== undefined) return Number(number);
  if (roman !== undefined) return readRoman(roman);
  const value = word === undefined ? 0 : readOrdinal(word);
  return teen === undefined ? value : value + 10;
}
