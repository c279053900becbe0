import { foldTitle, readRoman, toWords } from './fold-title.ts';
import { readFamilyNames } from './read-authors.ts';
import { readEdition } from './read-edition.ts';
import { readVolume, toVolume } from './read-volume.ts';
import { readCompanions, readVariants } from './title-kinds.ts';

/** Counts the versions of these rules: a later one regroups what no person has decided. */
export const RECOGNITION_VERSION = 2;

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
  const folded = withoutIsbn(foldTitle(title), isbn ?? null);
  const { number, rest } = readEdition(` ${folded} `);
  const families = readFamilyNames(author ?? '');
  const titles = toTitleKeys(rest, families);
  return {
    edition: number,
    keys: titles.flatMap((key) => families.map((family) => `${key}|${family}`)).toSorted(),
  };
}

function withoutIsbn(folded: string, isbn: string | null): string {
  const numbers = folded
    .replace(/(?:isbn(?:-1[03])?:? ?)?97[89](?:[ -]?\d){10}(?!\d)/g, ' ')
    .replace(/\bisbn(?:-1[03])?:? ?[\dx -]{10,17}/g, ' ');
  return isbn === null ? numbers : numbers.replaceAll(isbn, ' ');
}

/** What the title says of its work, without its subtitle and with it: not everyone writes the colon. */
function toTitleKeys(text: string, families: readonly string[]): string[] {
  const series = /\((?<name>[^()#]*?),? ?#(?<number>[\d.-]+)[^()]*\)/u.exec(text);
  const all = text.replace(/[([]([^()[\]]*)[)\]]/g, (_, inner: string) =>
    /#|series|titles|texts in|classics|library/.test(inner)
      ? inner.replace(/^.*#[\d.-]+|^[^#]*$/, ' ')
      : ` , ${inner} , `,
  );
  const companions = readCompanions(all);
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
  // Novels of a series are often 'Series: Title'.
  const titles = series !== null ? [long] : [short, long];
  return [...new Set(titles.map((words) => [words.join(' '), ...marks].join('~')))];
}

/** '1' of 'An American History 1': without a word for it, a part all the same. '' for none. */
const readNumberAtEnd = (subtitle: string): string => {
  const last = toWords(subtitle).at(-1) ?? '';
  return readRoman(last) > 0 || /^\d{1,2}$/.test(last) ? toVolume(last) : '';
};

const isSeriesName = (name: string, words: readonly string[]) =>
  toTitleWords(name, []).join(' ') === words.join(' ');

/** What sellers add to a title that says nothing of the work. */
const COPY_WORDS =
  /\b(?:hard ?cover|hardback|paper ?back|soft ?cover|loose[ -]?leaf|binder[ -]ready|unbound|stand ?-?alone(?: book)?|book only|textbook|text only|(?:with|plus|incl(?:uding|udes|[.])?|mit|con|\+) (?:access|my ?\w*lab\w*|mastering\w*(?:&\w+)?|mindtap|webassign|connect|cd|dvd|online|ebook|code)\b.*|w\/.*|access code.*|e-?book|pdf|used|like new|brand new|new|kindle|taschenbuch|gebunden|tapa (?:dura|blanda)|libro de texto|in si units?|si(?: units?| version)?(?= *$)|(?<=, )international(?= *$)|(?<= )(?:ise|isv|pnie)(?= *$)|pearson|mcgraw[ -]?hill|cengage|wiley|isbn)\b/gu;

/** What they say of the state of their copy, in folded text. */
const REMARKS =
  /\*[^*]*\*|(?<!\p{L})(?:(?:in )?(?:very |really )?(?:good|great|excellent|fair|mint|perfect|acceptable) condition|(?:barely|gently|lightly|hardly) used|no (?:writing|highlighting|markings)|(?:lightly |heavily )?highlighted|(?:sehr )?gut(?:er|em) zustand|wie neu|gebraucht|(?:en )?(?:muy )?buen estado|como nuev[oa]|usad[oa]|مستعمل(?:ه)?|بحاله (?:جيده|ممتازه))(?!\p{L})/gu;

/** Subtitles that people write behind the title without a colon. */
const UNMARKED_SUBTITLE =
  /(?<=\p{L}) (?:an?|the) (?:[\p{L}-]+ ){0,4}(?:approach|introduction|emphasis|perspectives?|handbook of .*|guide|science|primer|survey|history of .*|study|companion|foundation|toolkit|story of .*|application|framework)(?: to .*| of .*| for .*)? *$|(?<=\p{L}) (?:text and cases|text,? cases,? and .*|theory and practice|principles and practice|concepts and applications|theory and applications|concepts and cases)(?: *$)|(?<=\p{L}) managing the digital firm *$/u;

const ENDS_IN_PREPOSITION = /\b(?:of|to|in|for|with|from|on|by|as|at|into|and|is|a|the|is not)$/;

function splitSubtitle(text: string): [head: string, subtitle: string] {
  const [first = '', ...others] = text
    .split(/[:;|]| - |(?<=\p{L}) ?-- ?|[?!] (?=\p{L})/u)
    .map((part) => part.replace(REMARKS, ' ').replace(COPY_WORDS, ' ').trim())
    .filter((part) => toWords(part).length > 0);
  const unmarked = UNMARKED_SUBTITLE.exec(first);
  const head = unmarked === null ? first : first.slice(0, unmarked.index);
  const isUnmarked = unmarked !== null && !ENDS_IN_PREPOSITION.test(head.trim());
  const rest = isUnmarked ? [unmarked[0], ...others] : others;
  return [isUnmarked ? head : first, rest.join(' ')];
}

const ARTICLES = new Set(
  'the a an der die das ein eine el la los las le les un una une il lo gli'.split(' '),
);
/** How students shorten the names of subjects. */
const SHORT_WORDS: Readonly<Record<string, string>> = {
  intro: 'introduction',
  psych: 'psychology',
  econ: 'economics',
  chem: 'chemistry',
  bio: 'biology',
  calc: 'calculus',
  stats: 'statistics',
};
const JOINING_WORDS = new Set(['the', 'a', 'an', 'and', 'und', 'y', 'et']);
const LEFT_OVER = new Set('edition ed edn ausgabe auflage edicion version'.split(' '));

/** The words of a title that tell it from others: no articles, no 'and', no plural, no author's name before it. */
function toTitleWords(text: string, families: readonly string[]): string[] {
  let words = toWords(text.replace(/(\p{L})'s(?!\p{L})/gu, '$1')).map((word) =>
    Object.hasOwn(SHORT_WORDS, word) ? SHORT_WORDS[word]! : word,
  );
  while (words.length > 1 && ARTICLES.has(words[0]!)) words = words.slice(1);
  while (words.length > 1 && LEFT_OVER.has(words.at(-1)!)) words = words.slice(0, -1);
  const [first, ...others] = words;
  if (others.length > 0 && families.some((family) => first === family || first === `${family}s`))
    words = others;
  const isNumbered = words.length > 1;
  return words
    .map((word, at) =>
      isNumbered && at === words.length - 1 && (readRoman(word) > 0 || /^\d{1,2}$/.test(word))
        ? toVolume(word)
        : withoutPlural(word),
    )
    .filter((word, at) => at === 0 || !JOINING_WORDS.has(word));
}

const withoutPlural = (word: string): string =>
  word.length >= 5 && /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
