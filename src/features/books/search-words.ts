import { foldText } from '#platform/shared/letters/fold-text.ts';

/** The words of a search and its accepted typing errors. Pure. `server/list/list-order.ts` has the order. */

const MAX_SEARCH_WORDS = 10;

/** Longer words are cut: no term of interest is longer, and comparing is quadratic. */
const MAX_WORD_LENGTH = 40;

const MAX_CORRECTIONS = 5;

/** Splits a search into folded words in lower case. */
export const searchWords = (text: string): string[] =>
  toFoldedWords(text)
    .slice(0, MAX_SEARCH_WORDS)
    .map((word) => [...word].slice(0, MAX_WORD_LENGTH).join(''));

/** All words of a text, folded, in lower case. */
export const toFoldedWords = (text: string): string[] =>
  foldText(text.toLowerCase())
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');

/** How many typing errors are forgiven in an intended word of `length` letters (as Meilisearch does it). */
function allowedErrors(length: number): number {
  return length >= 9 ? 2 : length >= 5 ? 1 : 0;
}

/** Maximum errors in a typed word, from which a letter may be missing. 0 for short words and for numbers. */
export function maxTypingErrors(word: string): number {
  if (/^\d+$/.test(word)) return 0;
  const { length } = [...word];
  return length + 2 >= 9 ? 2 : length + 1 >= 5 ? 1 : 0;
}

/**
 * Counts typing errors between a word and each prefix of a term, indexed by the length of the prefix.
 * Insertions, deletions, replacements and swaps of neighbors count one each; a first letter that is
 * missing, added or replaced counts two.
 */
export function typingErrors(word: string, term: string): number[] {
  const from = [...word];
  const to = [...term];
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, j) => (j === 0 ? 0 : j + 1));
  for (let i = 1; i <= from.length; i++) {
    const next = [i + 1];
    for (let j = 1; j <= to.length; j++) {
      const replaced = from[i - 1] === to[j - 1] ? 0 : i === 1 && j === 1 ? 2 : 1;
      next[j] = Math.min(row[j - 1]! + replaced, row[j]! + 1, next[j - 1]! + 1);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        next[j] = Math.min(next[j]!, before[j - 2]! + 1);
      }
    }
    before = row;
    row = next;
  }
  return row;
}

export type TermCandidate = { term: string; ndoc: number };

/** The likely intended terms, the nearest and most common first. `prefix`: it may be the start of a term. */
export function closestTerms(word: string, candidates: TermCandidate[], prefix: boolean): string[] {
  const longest = [...word].length + maxTypingErrors(word);
  const near = candidates.flatMap(({ term, ndoc }) => {
    const letters = [...term];
    if (!prefix && letters.length > longest) return [];
    // Only the beginning of a longer term can be meant.
    const errors = typingErrors(word, letters.slice(0, longest).join('')).filter(
      (count, length) => (prefix || length === letters.length) && count <= allowedErrors(length),
    );
    return errors.length === 0 ? [] : [{ term, ndoc, errors: Math.min(...errors) }];
  });
  const fewest = Math.min(...near.map(({ errors }) => errors));
  return near
    .filter(({ errors }) => errors === fewest)
    .toSorted((a, b) => b.ndoc - a.ndoc || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_CORRECTIONS)
    .map(({ term }) => term);
}
