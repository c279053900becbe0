import { foldTitle, toWords } from './fold-title.ts';
import { givenNames } from './given-names.ts';

/** The authors whose family names are compared: more are on few covers. */
const MAX_AUTHORS = 8;

const SUFFIXES = new Set(
  'jr sr ii iii iv phd md dr prof professor mba esq dds rn msc bsc ma author authors editor editors ed eds hrsg herausgeber translator'.split(
    ' ',
  ),
);
const OTHERS = new Set('et al alii others other more various und andere y otros autres u a'.split(' '));
/** What students call a team of authors. */
const TEAMS: readonly [RegExp, string][] = [
  [/\bclrs\b/u, 'cormen, leiserson, rivest, stein'],
  [/\b(?:gang of (?:four|4)|gof)\b/u, 'gamma, helm, johnson, vlissides'],
];
/** Particles belong to a family name, and are left out of it: 'van der Berg', 'de Cervantes'. */
const PARTICLES = new Set(
  'de del della di da dos das du des la le van von der den ten ter zu zum al el ibn bin abd abdel ابو عبد بن ال'.split(
    ' ',
  ),
);

/**
 * What may be the family names of the authors as folded words, in the order of the text. A text without commas
 * may be one name, with the family name first or last, or several family names ('Halliday Resnick Walker'):
 * each word counts that is no given name.
 */
export function readFamilyNames(text: string): string[] {
  const folded = TEAMS.reduce((names, [team, members]) => names.replace(team, members), foldTitle(text))
    // 'and' is a prefix of the next name.
    .replace(/(?<!\p{L})و(?=[\p{L}]{4})/gu, '، ')
    .replace(/\((?:author|editor|ed|eds|hrsg)[^)]*\)/g, ' ')
    .replace(/^(?:by|von|por|par|تاليف|د)[.:]? /, '')
    .replace(/\bet[ .]*al\b.*$/, '')
    .replace(/\b(?:and|und) (?:others|andere|more)\b.*$/, '');
  const parts = folded
    .split(/[;&/|\n]| (?:and|und|with|y|et|e|mit|con|و) |،|,? (?=and )/u)
    .map((part) => part.trim())
    .filter(Boolean);
  return [...new Set(parts.flatMap(readPart))].slice(0, MAX_AUTHORS);
}

/** What no semicolon or 'and' divides: 'Klein, David', 'Thomas Cormen, Charles Leiserson', 'Ross, Westerfield'. */
function readPart(part: string): string[] {
  const names = part
    .split(',')
    .map(toNameWords)
    .filter((words) => words.length > 0);
  const isInverted =
    names.length % 2 === 0 &&
    names.every((words, at) => at % 2 === 1 || isInvertedName(words, names[at + 1]!));
  if (isInverted) return names.filter((_, at) => at % 2 === 0).map(toFamily);
  return names.flatMap(toFamilies).filter((name) => name.length > 1);
}

const toNameWords = (name: string): string[] =>
  toWords(name.replace(/(?<=\b\p{L})\.(?=\p{L})/gu, '. ')).filter(
    (word) => !SUFFIXES.has(word) && !OTHERS.has(word),
  );

/** 'Tao Le' has a family name that is a particle elsewhere. */
const withoutParticles = (words: readonly string[]) => {
  const kept = words.filter((word, at) => !PARTICLES.has(word) || (at > 0 && at === words.length - 1));
  return kept.length === 0 ? words : kept;
};

const toFamily = (words: readonly string[]): string => withoutInitials(words).at(-1) ?? words.at(-1) ?? '';

/** 'Mankiw NG' and 'Nelson DL' have their initials behind them. */
const withoutInitials = (words: readonly string[]): string[] => {
  const kept = withoutParticles(words).filter((word) => [...word].length > 1);
  // Two or three consonants.
  const names = kept.filter((word, at) => at === 0 || !/^[b-df-hj-np-tv-xz]{2,3}$/.test(word));
  return names.length === 0 ? kept : names;
};

/** The last word of a name, and the others that are no given names. */
function toFamilies(words: readonly string[]): string[] {
  const kept = withoutInitials(words);
  if (kept.length < 2) return [toFamily(words)];
  return kept.filter((word, at) => at === kept.length - 1 || !givenNames.has(word)).toReversed();
}

/** 'Klein, David' and 'García Márquez, Gabriel', but not 'Stewart, Redlin' and 'Peter Norvig, Robert S. Pindyck'. */
const isInvertedName = (family: readonly string[], given: readonly string[]): boolean => {
  const { length } = withoutParticles(family);
  const areInitials = given.every((word) => [...word].length === 1);
  if (length === 1) return given.length <= 3 && looksGiven(given);
  return (
    length === 2 && !givenNames.has(family[0]!) && (areInitials || (given.length === 1 && looksGiven(given)))
  );
};

const looksGiven = (words: readonly string[]) =>
  words.some((word) => [...word].length === 1 || givenNames.has(word)) || words.length > 1;

/** One spelling for what sounds alike in a family name: 'Griffiths' and 'Griffith', 'Kreyszig' and 'Kreysig'. */
export const toSpelling = (family: string): string =>
  family
    .replace(/ph/g, 'f')
    .replace(/th/g, 't')
    .replace(/ck|c(?=[aoukl])/g, 'k')
    .replace(/sz|z/g, 's')
    .replace(/y/g, 'i')
    .replace(/w/g, 'v')
    .replace(/(\p{L})\1+/gu, '$1')
    .replace(/(?<=\p{L}{3})s$/u, '');
