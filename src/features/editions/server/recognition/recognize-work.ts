import { withoutCopyWords } from './copy-words.ts';
import { readEponyms, readPossessive } from './eponyms.ts';
import { foldTitle, readRoman, toWords } from './fold-title.ts';
import { readFamilyNames, toSpelling } from './read-authors.ts';
import { readEdition } from './read-edition.ts';
import { readVolume, toVolume } from './read-volume.ts';
import { correctSubjectWords } from './subject-words.ts';
import { readCompanions, readVariants } from './title-kinds.ts';
import { toTitleWords } from './title-words.ts';

/** Counts the versions of these rules: a later one regroups what no person has decided. */
export const RECOGNITION_VERSION = 3;

/** A book as people write it. */
export type DescribedBook = { title: string; author: string | null; isbn?: string | null };

export type RecognizedWork = {
  /** 8 of '8th Edition'; null if the text names none. */
  edition: number | null;
  /**
   * One key for each author, in the order of the names: two books are of one work if they share a key. Editions
   * name their authors in different order and number, so that no single name can stand for all of them. Empty
   * if the text does not tell enough, for a book without an author or a title: it is a work by itself.
   */
  keys: string[];
};

/** Reads what a person has written of a book. Pure, and the same for every spelling, case and order of authors. */
export function recognizeWork({ title, author, isbn }: DescribedBook): RecognizedWork {
  const folded = withoutIsbn(correctSubjectWords(foldTitle(title)), isbn ?? null)
    .replace(/\bw\/ ?/g, 'with ')
    .replace(/\brisc[ -]v\b/g, 'riscv');
  const { number, rest } = readEdition(` ${folded} `);
  const families = readFamilyNames(author ?? '');
  const keys = toTitles(rest, families).flatMap(({ title: key, names }) =>
    (families.length === 0 ? [] : [...families, ...names]).map((family) => `${key}|${toSpelling(family)}`),
  );
  return { edition: number, keys: [...new Set(keys)].toSorted() };
}

function withoutIsbn(folded: string, isbn: string | null): string {
  const numbers = folded
    .replace(/(?:isbn(?:-1[03])?:? ?)?97[89](?:[ -]?\d){10}(?!\d)/g, ' ')
    .replace(/\bisbn(?:-1[03])?:? ?[\dx -]{10,17}/g, ' ');
  return isbn === null ? numbers : numbers.replaceAll(isbn, ' ');
}

/** A title as a part of a key, and the people whom it names as those of its book. */
type TitleOfKey = { title: string; names: readonly string[] };

/** What the title says of its work, without its subtitle and with it: not everyone writes the colon. */
function toTitles(text: string, families: readonly string[]): TitleOfKey[] {
  const series = /\((?<name>[^()#]*?),? ?#(?<number>[\d.-]+)[^()]*\)/u.exec(text);
  const all = text.replace(/[([]([^()[\]]*)[)\]]/g, (_, inner: string) =>
    /#|series|titles|texts in|classics|library/.test(inner)
      ? inner.replace(/^.*#[\d.-]+|^[^#]*$/, ' ')
      : ` , ${inner} , `,
  );
  const companions = readCompanions(withoutCopyWords(all));
  const { volume, rest: ofAll } = readVolume(all);
  const { variants } = readVariants(ofAll);
  const unbracketed = readVariants(readVolume(text.replace(/[([][^()[\]]*[)\]]/g, ' ')).rest).rest;
  const [head, subtitle] = splitSubtitle(unbracketed);
  const short = toTitleWords(head, families);
  if (short.length === 0) return [];
  const long = subtitle === '' ? short : toTitleWords(`${head} ${subtitle}`, families);
  const ofSeries = series !== null && (subtitle !== '' || isSeriesName(series.groups!.name!, short));
  const number = ofSeries ? `#${series.groups!.number}` : '';
  const part = volume || readNumberAtEnd(subtitle);
  const marks = [...companions, ...variants, part === '' ? '' : `v${part}`, number].filter(Boolean);
  const toTitle = (words: readonly string[]) => [words.join(' '), ...marks].join('~');
  // Novels of a series are often 'Series: Title'.
  const plain = series !== null ? [long] : [short, long];
  return [
    ...plain.map((words) => ({ title: toTitle(words), names: [] })),
    ...toEponymous(head, short, families).map(({ words, names }) => ({
      title: toTitle(words),
      // With a subtitle it may be another book that the same person began.
      names: subtitle === '' ? names : [],
    })),
  ];
}

/** The same title without the names that it begins with. */
function toEponymous(head: string, short: readonly string[], families: readonly string[]) {
  const possessive = readPossessive(head);
  const known = readEponyms(short, families);
  return [
    ...(possessive ? [{ words: toTitleWords(possessive.rest, families), names: possessive.names }] : []),
    ...(known.names.length > 0 ? [{ words: known.rest, names: known.names }] : []),
  ];
}

/** '1' of 'An American History 1': without a word for it, a part all the same. '' for none. */
const readNumberAtEnd = (subtitle: string): string => {
  const last = toWords(subtitle).at(-1) ?? '';
  return readRoman(last) > 0 || /^\d{1,2}$/.test(last) ? toVolume(last) : '';
};

const isSeriesName = (name: string, words: readonly string[]) =>
  toTitleWords(name, []).join(' ') === words.join(' ');

/** Subtitles that people write behind the title without a colon. */
const UNMARKED_SUBTITLE = new RegExp(
  [
    // 'A Contemporary Approach', 'The Science of …'
    String.raw`(?<=\p{L}) (?:an?|the) (?:[\p{L}-]+ ){0,4}(?:approach|introduction|emphasis|perspectives?|handbook of .*|guide|science|primer|survey|history of .*|study|companion|foundation|toolkit|story of .*|application|framework)(?: to .*| of .*| for .*)? *$`,
    // 'Principles and Practices'
    String.raw`(?<=\p{L}) (?:principles|concepts|theory|theories|fundamentals|foundations|methods|models|issues|techniques|strategies|tools)(?: and|,) [\p{L}-]+(?:,? and [\p{L}-]+)?(?: *$)`,
    // 'Text and Cases', 'Theory and Practice'
    String.raw`(?<=\p{L}) (?:text and cases|text,? cases,? and .*|theory and practice|principles and practice|concepts and applications|theory and applications|concepts and cases)(?: *$)`,
    // 'With Applications in …', 'Concepts for …'
    String.raw`(?<=\p{L}) (?:with (?:an )?(?:introduction|applications?) (?:to|in|of|for)|concepts for) .*$`,
    // The subtitle of Laudon's book.
    String.raw`(?<=\p{L}) managing the digital firm *$`,
  ].join('|'),
  'u',
);

const ENDS_IN_PREPOSITION = /\b(?:of|to|in|for|with|from|on|by|as|at|into|and|is|a|the|is not)$/;

function splitSubtitle(text: string): [head: string, subtitle: string] {
  const [first = '', ...others] = text
    .split(/[:;|]| - |(?<=\p{L}) ?-- ?|[?!] (?=\p{L})/u)
    .map(withoutCopyWords)
    .filter((part) => toWords(part).length > 0);
  const unmarked = UNMARKED_SUBTITLE.exec(first);
  const head = unmarked === null ? first : first.slice(0, unmarked.index);
  const isUnmarked = unmarked !== null && !ENDS_IN_PREPOSITION.test(head.trim());
  const rest = isUnmarked ? [unmarked[0], ...others] : others;
  return [isUnmarked ? head : first, rest.join(' ')];
}
