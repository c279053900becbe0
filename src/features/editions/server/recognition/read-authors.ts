import { foldTitle, toWords } from './fold-title.ts';

/** The authors whose family names are compared: more are on few covers. */
const MAX_AUTHORS = 6;

const SUFFIXES = new Set(
  'jr sr ii iii iv phd md dr prof professor mba esq dds rn msc bsc ma author authors editor editors ed eds hrsg herausgeber translator'.split(
    ' ',
  ),
);
const OTHERS = new Set('et al alii others other more various und andere y otros autres u a'.split(' '));
/** Particles belong to a family name, and are left out of it: 'van der Berg', 'de Cervantes'. */
const PARTICLES = new Set(
  'de del della di da dos das du des la le van von der den ten ter zu zum al el ibn bin abd abdel ابو عبد بن ال'.split(
    ' ',
  ),
);

/**
 * The family names of the authors as folded words, in the order of the text. A text without commas may be one
 * name or several family names ('Halliday Resnick Walker'): the last word of each name counts, and for three
 * and more single words without initials nothing says which.
 */
export function readFamilyNames(text: string): string[] {
  const folded = foldTitle(text)
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
  return names.map(toFamily).filter((name) => name.length > 1);
}

const toNameWords = (name: string): string[] =>
  toWords(name.replace(/(?<=\b\p{L})\.(?=\p{L})/gu, '. ')).filter(
    (word) => !SUFFIXES.has(word) && !OTHERS.has(word),
  );

const withoutParticles = (words: readonly string[]) => {
  const kept = words.filter((word) => !PARTICLES.has(word));
  return kept.length === 0 ? words : kept;
};

const toFamily = (words: readonly string[]): string => {
  const kept = withoutParticles(words).filter((word) => [...word].length > 1);
  return kept.at(-1) ?? words.at(-1) ?? '';
};

/** 'Klein, David' and 'García Márquez, Gabriel', but not 'Stewart, Redlin' and 'Peter Norvig, Robert S. Pindyck'. */
const isInvertedName = (family: readonly string[], given: readonly string[]): boolean => {
  const { length } = withoutParticles(family);
  const areInitials = given.every((word) => [...word].length === 1);
  if (length === 1) return given.length <= 3 && looksGiven(given);
  return length === 2 && !GIVEN.has(family[0]!) && (areInitials || (given.length === 1 && looksGiven(given)));
};

const GIVEN = new Set(
  'james david john robert michael william richard thomas charles daniel paul mark steven stephen george kenneth brian edward ronald anthony kevin jason jeffrey gary timothy eric jacob frank scott peter raymond jack dennis jerry tyler aaron henry douglas adam nathan walter harold kyle carl arthur gerald roger keith jeremy lawrence sean christian albert joe jose juan carlos luis miguel pedro maria mary linda elizabeth barbara susan jennifer lisa nancy karen sarah laura emily anna marie jane julia catherine katherine martha ruth alice francis philip patrick donald alexander benjamin samuel gregory joseph andrew joshua christopher matthew martin simon klaus hans peter gunter wolfgang otto karl heinrich friedrich jean pierre jacques michel andre louis marc luc bruce neil sheldon gilbert howard ralph stuart alan allen abraham bernard leonard ivan igor boris jan erik lars sven nils abdullah ahmed mohamed muhammad ali hassan david ravi raj anil wei li ming hugh ross randolph elaine jeffrey irwin barry leslie glenn katsuhiko alfred ernest frederick frederic terry larry ron ray bill bob jim tom dan ken joel hal don جون احمد محمد'.split(
    ' ',
  ),
);

const looksGiven = (words: readonly string[]) =>
  words.some((word) => [...word].length === 1 || GIVEN.has(word)) || words.length > 1;
