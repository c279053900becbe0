import { searchWords } from '../../src/features/books/search-words.ts';
import type { CatalogBook } from '../books/catalog.ts';
import { seededRandom } from './random.ts';

type Searches = {
  /** An author's name and a word of one of the titles: a few matches. */
  selective: string[];
  /** Single words that occur in thousands of books. */
  common: string[];
  /** A long word with two adjacent letters swapped, so that no word in the books starts with it. */
  misspelt: string[];
};

/** Searches that find these books; `count` of each kind, always the same for the same books. */
export function createSearches(books: readonly CatalogBook[], count: number): Searches {
  const random = seededRandom(7);
  const counts = new Map<string, number>();
  for (const { title, author } of books) {
    for (const word of new Set([...searchWords(title), ...searchWords(author)])) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const vocabulary = [...counts.keys()].sort();
  const often = [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  const common = often
    .map(([word]) => word)
    .filter((word) => word.length > 2)
    .slice(0, 20);

  const selective = drawn(count, () => {
    const { title, author } = random.pick(books);
    const word = searchWords(title).find((candidate) => candidate.length > 4 && !common.includes(candidate));
    const name = searchWords(author.split(',')[0]!).at(-1);
    return word !== undefined && name !== undefined && name.length > 3 ? `${word} ${name}` : undefined;
  });
  const misspelt = drawn(count, () => {
    const word = searchWords(random.pick(books).title).find((candidate) => /^[a-z]{7,}$/.test(candidate));
    if (word === undefined) return undefined;
    const wrong = `${word.slice(0, 3)}${word[4]}${word[3]}${word.slice(5)}`;
    return wrong === word || beginsSome(vocabulary, wrong) ? undefined : wrong;
  });
  return {
    selective,
    common: Array.from({ length: count }, (_, index) => common[index % common.length]!),
    misspelt,
  };
}

function drawn(count: number, draw: () => string | undefined): string[] {
  const found: string[] = [];
  for (let attempt = 0; found.length < count; attempt += 1) {
    if (attempt > count * 1000) throw new Error('These books yield too few searches');
    const search = draw();
    if (search !== undefined) found.push(search);
  }
  return found;
}

/** Whether a word of the sorted vocabulary starts with it. */
function beginsSome(vocabulary: readonly string[], start: string): boolean {
  let [low, high] = [0, vocabulary.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (vocabulary[middle]! < start) low = middle + 1;
    else high = middle;
  }
  return vocabulary[low]?.startsWith(start) ?? false;
}
