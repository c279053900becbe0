import type { ListedWork } from '../../contract.ts';

const MIN_WORD_LENGTH = 3;

const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  ),
];

/** The words of one text that the other has too. */
const sharedWords = (one: string, other: string): string[] => {
  const others = new Set(wordsOf(other));
  return wordsOf(one).filter((word) => others.has(word));
};

type NamedWork = Pick<ListedWork, 'title' | 'author'>;

/** Whether the titles share less than half of the shorter one, or the authors share no name. */
export function differClearly(one: NamedWork, other: NamedWork): boolean {
  const shorter = Math.min(wordsOf(one.title ?? '').length, wordsOf(other.title ?? '').length);
  const areTitlesFar = sharedWords(one.title ?? '', other.title ?? '').length * 2 < shorter;
  return areTitlesFar || areAuthorsFar(one.author, other.author);
}

const areAuthorsFar = (one: string | null, other: string | null): boolean =>
  one !== null &&
  other !== null &&
  !sharedWords(one, other).some((word) => word.length >= MIN_WORD_LENGTH) &&
  one.trim().toLowerCase() !== other.trim().toLowerCase();

/** A search that finds a work and an edition of it that is split off. */
export const searchOfBoth = (work: NamedWork, edition: { isbn: string; title: string | null }): string =>
  sharedWords(edition.title ?? '', work.title ?? '').join(' ') || work.author || edition.isbn;
