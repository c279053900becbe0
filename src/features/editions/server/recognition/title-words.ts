import { readRoman, toWords } from './fold-title.ts';
import { toVolume } from './read-volume.ts';

const ARTICLES = new Set(
  'the a an der die das ein eine el la los las le les un une una il lo gli of'.split(' '),
);

/** How students shorten words of titles. */
const SHORT_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    intro: 'introduction',
    intermed: 'intermediate',
    elem: 'elementary',
    fund: 'fundamentals',
    fundies: 'fundamentals',
    princ: 'principles',
    adv: 'advanced',
    intl: 'international',
    psych: 'psychology',
    soc: 'sociology',
    econ: 'economics',
    micro: 'microeconomics',
    macro: 'macroeconomics',
    acct: 'accounting',
    acctg: 'accounting',
    mgmt: 'management',
    mgt: 'management',
    gov: 'government',
    govt: 'government',
    chem: 'chemistry',
    orgo: 'organic chemistry',
    biochem: 'biochemistry',
    bio: 'biology',
    anat: 'anatomy',
    phys: 'physics',
    thermo: 'thermodynamics',
    math: 'mathematics',
    maths: 'mathematics',
    calc: 'calculus',
    precalc: 'precalculus',
    trig: 'trigonometry',
    alg: 'algebra',
    stat: 'statistics',
    stats: 'statistics',
    prob: 'probability',
    algos: 'algorithms',
    ai: 'artificial intelligence',
    engg: 'engineering',
    engr: 'engineering',
    hist: 'history',
    phil: 'philosophy',
    mathe: 'mathematik',
    bwl: 'betriebswirtschaftslehre',
    vwl: 'volkswirtschaftslehre',
    einf: 'einfuhrung',
  }),
);

/** Words between others that people leave out. */
const SMALL_WORDS = new Set(
  'the a an and of for to in und fur im der die das des den dem zur zum y et de del la el los las le les du e da do في من'.split(
    ' ',
  ),
);
/** They join the names of authors. */
const JOINING_WORDS = new Set(['and', 'und', 'y', 'et', 'e']);
const LEFT_OVER = new Set('edition ed edn ausgabe auflage edicion version'.split(' '));
const YEAR = /^(?:199|20[0-3])\d$/;
/** A year behind these belongs to the title: 'Europe since 1945'. */
const BEFORE_YEAR = new Set(
  'since after before until from to in of bis seit nach vor desde hasta'.split(' '),
);

/**
 * The words of a title that tell it from others: no small words, no plural, no year of a yearly edition, no
 * author's name around it.
 */
export function toTitleWords(text: string, families: readonly string[]): string[] {
  let words = toWords(text.replace(/(\p{L})'s(?!\p{L})/gu, '$1')).flatMap((word) =>
    (SHORT_WORDS.get(word) ?? word).split(' '),
  );
  while (words.length > 1 && ARTICLES.has(words[0]!)) words = words.slice(1);
  while (words.length > 1 && (LEFT_OVER.has(words.at(-1)!) || endsInYear(words))) words = words.slice(0, -1);
  words = withoutNames(words, families);
  const isNumbered = words.length > 1;
  return words
    .map((word, at) =>
      isNumbered && at === words.length - 1 && (readRoman(word) > 0 || /^\d{1,2}$/.test(word))
        ? toVolume(word)
        : toSingular(word),
    )
    .filter((word, at) => at === 0 || !SMALL_WORDS.has(word));
}

const endsInYear = (words: readonly string[]): boolean => {
  const before = words.at(-2)!;
  return YEAR.test(words.at(-1)!) && !BEFORE_YEAR.has(before) && !/^\d{4}$/.test(before);
};

/** 'Papula Mathematik', 'Atlas of Human Anatomy Netter' by these authors. */
function withoutNames(words: readonly string[], families: readonly string[]): string[] {
  const isName = (word: string | undefined) =>
    families.some((family) => word === family || word === `${family}s`);
  let [from, to] = [0, words.length];
  while (to - from > 1 && isName(words[from]))
    from += JOINING_WORDS.has(words[from + 1]!) && to - from > 2 && isName(words[from + 2]) ? 2 : 1;
  while (to - from > 1 && isName(words[to - 1]))
    to -= JOINING_WORDS.has(words[to - 2]!) && to - from > 3 && isName(words[to - 3]) ? 2 : 1;
  return words.slice(from, to);
}

export const toSingular = (word: string): string =>
  word.length >= 5 && /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
