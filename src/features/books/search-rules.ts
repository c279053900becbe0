/** The order of search results, the words of a search and its accepted typing errors. Pure. */

/** Boosted listings first (tier 0), then the best match, then the newest. Columns of the query in `search-books.ts`. */
export const SEARCH_ORDER = 'tier, rank DESC, created_at DESC, id DESC';

const MAX_SEARCH_WORDS = 10;

/** Longer words are cut: no term of interest is longer, and comparing is quadratic. */
const MAX_WORD_LENGTH = 40;

/** The words of a search, lower-cased, without punctuation. Accents are left to the database, which knows more of them. */
export function searchWords(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['\u2018\u2019]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_SEARCH_WORDS)
    .map((word) => [...word].slice(0, MAX_WORD_LENGTH).join(''));
}

/** How many typing errors a word of this length may have (as Meilisearch has it). */
function allowedErrors(word: string): number {
  const { length } = [...word];
  return length >= 9 ? 2 : length >= 5 ? 1 : 0;
}

/** Short words and numbers are taken as they are. */
export const mayBeMisspelt = (word: string): boolean => allowedErrors(word) > 0 && !/^\d+$/.test(word);

/**
 * Typing errors between a word and a term: insertions, deletions, replacements and swaps of neighbours count one each, an
 * error in the first letter counts two. With `prefix` the word may be the beginning of the term.
 */
export function typingErrors(word: string, term: string, prefix: boolean): number {
  const from = [...word];
  const to = [...term];
  // Row i holds the cost of turning the first i letters of the word into each beginning of the term.
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, j) => (j === 0 ? 0 : j + 1));
  for (let i = 1; i <= from.length; i++) {
    const next = [i + 1];
    for (let j = 1; j <= to.length; j++) {
      const replaced = from[i - 1] === to[j - 1] ? 0 : i === 1 && j === 1 ? 2 : 1;
      next[j] = Math.min(row[j - 1]! + replaced, row[j]! + 1, next[j - 1]! + 1);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        next[j] = Math.min(next[j]!, before[j - 2]! + (i === 2 && j === 2 ? 2 : 1));
      }
    }
    before = row;
    row = next;
  }
  return prefix ? Math.min(...row) : row[to.length]!;
}

export type TermCandidate = { term: string; ndoc: number };

/** The terms a misspelt word may have meant: those with the fewest errors, the commonest first; at most five. */
export function closestTerms(word: string, candidates: TermCandidate[], prefix: boolean): string[] {
  const allowed = allowedErrors(word);
  const { length } = [...word];
  const near = candidates
    .filter(({ term }) => term.length >= length - allowed && (prefix || [...term].length <= length + allowed))
    // Of a longer term only the beginning can be meant.
    .map(({ term, ndoc }) => ({
      term,
      ndoc,
      errors: typingErrors(word, cut(term, length + allowed, prefix), prefix),
    }))
    .filter(({ errors }) => errors <= allowed);
  const fewest = Math.min(...near.map(({ errors }) => errors));
  return near
    .filter(({ errors }) => errors === fewest)
    .toSorted((a, b) => b.ndoc - a.ndoc || (a.term < b.term ? -1 : 1))
    .slice(0, 5)
    .map(({ term }) => term);
}

const cut = (term: string, length: number, prefix: boolean): string =>
  prefix ? [...term].slice(0, length).join('') : term;
