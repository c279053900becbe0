import type { Page } from '#platform/shared/define-endpoints.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import { foldLetters } from '#platform/shared/letters/fold-text.ts';
import { toIsbn13 } from '../../isbn.ts';
import type { ListFilters } from '../filters/filter-conditions.ts';
import { searchWords } from '../../search-words.ts';
import { type Corrections, unlimitedCorrections } from './correction-slots.ts';
import { correctSpelling, type SearchWord } from './correct-spelling.ts';
import { listBooks } from '../list/list-books.ts';
import type { ListPaging } from '../list/list-cursor.ts';
import { type ListedRow, type ListRequest, readListings } from '../list/read-listings.ts';

type Filter = ListPaging & ListFilters & { search: string };

type Reading = {
  now: Date;
  corrections?: Corrections;
  /** A course code: listings tagged with it match too. */
  tag?: string | undefined;
};

/** One page of the matches, the best first unless sorted otherwise; at most `MAX_SEARCH_RESULTS` in all. */
export async function searchBooks(
  database: ReadableDatabase,
  filter: Filter,
  { now, corrections = unlimitedCorrections, tag }: Reading,
): Promise<Page<ListedRow>> {
  const words = await readSearch(database, filter.search, corrections);
  const all = { words, operator: '&', tag } as const;
  const some = { words: words.map(withoutUnsureCorrections), operator: '|' } as const;
  // Several words must all match unless that finds nothing.
  const read = async (request: ListRequest) => {
    const { start } = request;
    if (words.length === 0) return [];
    if (start?.any !== true) {
      const rows = await readListings(database, { ...request, words: all });
      if (rows.length > 0 || words.length === 1 || start !== null || filter.mustMatchAll) return rows;
    }
    const rows = await readListings(database, { ...request, words: some });
    return rows.map((row) => ({ ...row, matchesAnyWord: true }));
  };
  return listBooks(database, filter, now, { read });
}

/** A shorter word is near to many others: 'poter' to 'peter', 'power' and 'poster'. */
const MIN_SURE_LENGTH = 7;

/** Drops the corrections of a short word that need not match with the others. */
const withoutUnsureCorrections = ({ terms, ...word }: SearchWord): SearchWord => ({
  ...word,
  terms: [...terms[0]!].length < MIN_SURE_LENGTH ? terms.slice(0, 1) : terms,
});

/** A complete or partial ISBN becomes one number without hyphens; other text becomes words. */
async function readSearch(
  database: ReadableDatabase,
  search: string,
  corrections: Corrections,
): Promise<SearchWord[]> {
  const folded = foldLetters(search);
  const isbn = toIsbn13(folded);
  if (isbn !== null) return [{ terms: [isbn], prefix: false }];
  const digits = folded.replace(/[\s\u2010-\u2015-]/g, '');
  if (/^\d{6,13}$/.test(digits)) return [{ terms: [digits], prefix: true }];
  return correctSpelling(database, searchWords(search), corrections);
}
