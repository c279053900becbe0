import { readSearchWords } from '#features/books/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { MIN_PREFIX_LENGTH } from '../../rules.ts';

/**
 * An entry is stored with one key, and a listing is looked up with all of its keys: each match shares a key,
 * and few others do. The key of words is their rarest one, so that common words cost nothing.
 */
export const isbnKey = (isbn: string): string => `isbn:${isbn}`;
export const courseKey = (code: string): string => `course:${code}`;
const wordKey = (word: string): string => `word:${word}`;
const prefixKey = (prefix: string): string => `prefix:${prefix}`;

type WordQuery = { query: string; sameKey: string; matchKey: string };

/** What an entry of words searches for: all of them, the last one as a prefix. Null if there is none. */
export async function toWordQuery(tx: Transaction, text: string): Promise<WordQuery | null> {
  const words = await readSearchWords(tx, text);
  const last = words.at(-1);
  if (last === undefined || words.every(({ word }) => [...word].length < 2)) return null;
  const isPrefix = [...last.word].length >= MIN_PREFIX_LENGTH && !/^\d+$/.test(last.word);
  const complete = isPrefix ? words.slice(0, -1) : words;
  const [rarest] = complete.toSorted((a, b) => a.listings - b.listings || b.word.length - a.word.length);
  return {
    // Quoted, so that a word contains no operators; words contain no punctuation, so nothing ends the quotes.
    query: words.map(({ word }) => `'${word}'${isPrefix && word === last.word ? ':*' : ''}`).join(' & '),
    sameKey: `words:${words.map(({ word }) => word).join(' ')}`,
    matchKey: rarest === undefined ? prefixKey(last.word) : wordKey(rarest.word),
  };
}

/** The keys of everything that may match a listing with these words. */
export function bookKeys(book: {
  /** Its ISBN, and those of the other editions of its work. */
  isbns: readonly string[];
  words: string[];
  courses: string[];
}): string[] {
  const words = book.words.flatMap((word) => {
    const letters = [...word];
    const lengths = Array.from({ length: Math.max(0, letters.length - MIN_PREFIX_LENGTH + 1) });
    const prefixes = lengths.map((_, at) => prefixKey(letters.slice(0, at + MIN_PREFIX_LENGTH).join('')));
    return [wordKey(word), ...prefixes];
  });
  return [...new Set([...book.isbns.map(isbnKey), ...book.courses.map(courseKey), ...words])];
}
