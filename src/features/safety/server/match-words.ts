import { CLAUSE_END } from './message-words.ts';

/**
 * Finds patterns of words in a text, in time that grows with the length of the text alone: no regular
 * expression of a rule sees what a user wrote.
 *
 * A pattern is a sequence of items. `a|b|c` is one of these words, `transfer*` a word with this beginning,
 * `#` a number. Items follow each other directly; `<4>` between two of them allows up to four other words.
 */
export type WordPattern = readonly PatternItem[];

type WordGroup = { words: ReadonlySet<string>; prefixes: readonly string[] };

type PatternItem = WordGroup & {
  /** How many other words may stand before this one. */
  gap: number;
};

/** One word of each group, in any order, at most `reach` words apart. Only the first group is negated. */
export type CloseWords = { groups: readonly WordGroup[]; reach: number };

/** A negation reaches this many words. */
const NEGATION_REACH = 5;

const NEGATIONS = new Set(
  'no not never dont doesnt didnt wont couldnt shouldnt havent hadnt wasnt wouldnt cant cannot isnt arent without nor neither nunca ni sin tampoco jamas'.split(
    ' ',
  ),
);

export function wordPattern(source: string): WordPattern {
  const items: PatternItem[] = [];
  let gap = 0;
  for (const part of source.split(' ')) {
    if (part.startsWith('<')) {
      gap = Number(part.slice(1, -1));
      continue;
    }
    items.push({ ...wordGroup(part), gap });
    gap = 0;
  }
  return items;
}

export const closeWords = (reach: number, ...groups: readonly string[]): CloseWords => ({
  reach,
  groups: groups.map(wordGroup),
});

function wordGroup(source: string): WordGroup {
  const words = source.split('|');
  return {
    words: new Set(words.filter((word) => !word.endsWith('*'))),
    prefixes: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
  };
}

export type WarningRule = {
  /** Any of these lowers the probability that the model needs. */
  patterns: readonly (WordPattern | CloseWords)[];
  /** Unless one of these says that it is harmless. */
  exceptions: readonly (WordPattern | CloseWords)[];
};

type Pattern = string | CloseWords;
const compile = (pattern: Pattern) => (typeof pattern === 'string' ? wordPattern(pattern) : pattern);

export const rule = (patterns: Pattern[], exceptions: Pattern[] = []): WarningRule => ({
  patterns: patterns.map(compile),
  exceptions: exceptions.map(compile),
});

/** Characters of a prefix by which it is found. No prefix is shorter. */
const PREFIX_KEY_LENGTH = 3;

/** Words by their beginning, so that a word of a text is compared with few of them. */
class WordIndex<Entry> {
  readonly #entries = new Map<string, Entry[]>();

  add({ words, prefixes }: WordGroup, entry: Entry): void {
    const keys = [...words, ...prefixes.map((prefix) => `${prefix.slice(0, PREFIX_KEY_LENGTH)}*`)];
    for (const key of new Set(keys)) {
      const entries = this.#entries.get(key) ?? [];
      this.#entries.set(key, entries);
      entries.push(entry);
    }
  }

  /** What may begin with the word: whether it does is left to `isMatch`. */
  of(word: string): Entry[] {
    const numbers = /^\d+$/.test(word) ? this.#entries.get('#') : undefined;
    return [
      ...(this.#entries.get(word) ?? []),
      ...(this.#entries.get(`${word.slice(0, PREFIX_KEY_LENGTH)}*`) ?? []),
      ...(numbers ?? []),
    ];
  }
}

/** Finds all patterns at once. */
export class PatternIndex<Name> {
  readonly #sequences = new WordIndex<{ name: Name; pattern: WordPattern }>();
  readonly #groups = new WordIndex<{ name: Name; pattern: CloseWords; group: number }>();

  add(name: Name, pattern: WordPattern | CloseWords): void {
    if ('groups' in pattern)
      for (const [group, words] of pattern.groups.entries())
        this.#groups.add(words, { name, pattern, group });
    else this.#sequences.add(pattern[0]!, { name, pattern });
  }

  /** The names of the patterns that the words contain, unless a negation stands before them in a clause. */
  find(words: readonly string[]): Set<Name> {
    const found = new Set<Name>();
    /** The last position of each group of words. */
    const seen = new Map<CloseWords, number[]>();
    for (const [position, word] of words.entries()) {
      for (const { name, pattern } of this.#sequences.of(word)) {
        if (!found.has(name) && isMatchAt(words, pattern, position) && !isNegated(words, position))
          found.add(name);
      }
      for (const { name, pattern, group } of this.#groups.of(word)) {
        if (!isMatch(word, pattern.groups[group]!) || (group === 0 && isNegated(words, position))) continue;
        const positions = seen.get(pattern) ?? [];
        seen.set(pattern, positions);
        positions[group] = position;
        if (isComplete(positions, pattern)) found.add(name);
      }
    }
    return found;
  }
}

const isComplete = (positions: readonly number[], { groups, reach }: CloseWords): boolean => {
  const all = groups.map((_, group) => positions[group]);
  return all.every((one) => one !== undefined) && Math.max(...all) - Math.min(...all) <= reach;
};

/** The nearest word wins for each item, so that a match costs at most the sum of the gaps. */
function isMatchAt(words: readonly string[], pattern: WordPattern, start: number): boolean {
  let position = start;
  for (const [index, item] of pattern.entries()) {
    const end = index === 0 ? start : skipWords(words, position, item.gap);
    while (position <= end && !isMatch(words[position], item)) position += 1;
    if (position > end) return false;
    position += 1;
  }
  return true;
}

/** The position behind `count` words; ends of clauses do not count. */
function skipWords(words: readonly string[], from: number, count: number): number {
  let position = from;
  for (let left = count; position < words.length; position += 1) {
    if (words[position] === CLAUSE_END) continue;
    if (left === 0) break;
    left -= 1;
  }
  return position;
}

function isMatch(word: string | undefined, { words, prefixes }: WordGroup): boolean {
  if (word === undefined) return false;
  if (words.has(word) || prefixes.some((prefix) => word.startsWith(prefix))) return true;
  return words.has('#') && /^\d+$/.test(word);
}

function isNegated(words: readonly string[], start: number): boolean {
  for (let back = 1; back <= NEGATION_REACH; back += 1) {
    const word = words[start - back];
    if (word === undefined || word === CLAUSE_END) return false;
    if (NEGATIONS.has(word)) return true;
  }
  return false;
}
