import type { Page } from '#platform/shared/define-endpoints.ts';
import { toPage } from '#platform/server/keyset.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { Book } from '../../contract.ts';
import { toIsbn13 } from '../../isbn.ts';
import type { ListFilters } from '../filters/filter-conditions.ts';
import { findMatches, type Found } from './find-matches.ts';
import { searchWords } from './search-rules.ts';
import { toBooks } from '../prices/to-books.ts';
import { type Corrections, unlimitedCorrections } from './correction-slots.ts';
import { correctSpelling, type SearchWord } from './correct-spelling.ts';
import { readCappedList } from '../list/cap-unverified-sellers.ts';
import { type CappedPaging, cursorAfter, type ListStart, readCursor } from '../list/list-cursor.ts';

type Filter = CappedPaging & ListFilters & { search: string };

type Reading = {
  present: Date;
  corrections?: Corrections;
  /** A course code: listings tagged with it match too. */
  tag?: string | undefined;
};

/**
 * One page of the matches that pass the filters, the best first unless sorted otherwise; at most
 * `MAX_SEARCH_RESULTS` over all pages.
 */
export async function searchBooks(
  database: ReadableDatabase,
  filter: Filter,
  { present, corrections = unlimitedCorrections, tag }: Reading,
): Promise<Page<Book>> {
  const { cursor: start, now: begun } = readCursor(filter.cursor, present, filter.sort);
  const words = await readSearch(database, filter.search, corrections);
  if (words.length === 0) return { items: [], next: null };
  const toCursor = (last: Match) => cursorAfter(last, begun, filter.sort);
  const read = async (limit: number) => {
    const times = { start, begun, present };
    return toPage(
      await readRows(database, { words, filter: { ...filter, limit }, tag, times }),
      limit,
      toCursor,
    );
  };
  const { items, next } =
    filter.sort === 'price'
      ? await read(filter.limit)
      : await readCappedList({ paging: filter, start, read, toCursor });
  const found = { items: await toBooks(database, items, present), next };
  return items[0]?.any === true ? { ...found, isNear: true } : found;
}

type Times = { start: ListStart | null; begun: Date; present: Date };
type Wanted = { words: SearchWord[]; filter: Filter; tag: string | undefined; times: Times };
/** `any`: it need not match all words. */
type Match = Found & { any: boolean };

/** Several words must all match unless that finds nothing. */
async function readRows(database: ReadableDatabase, { words, filter, tag, times }: Wanted): Promise<Match[]> {
  const { start } = times;
  const find = async (tsquery: string, any: boolean) => {
    const rows = await findMatches(database, tsquery, filter, any ? times : { ...times, tag });
    return rows.map((row) => ({ ...row, any }));
  };
  if (start?.any !== true) {
    const rows = await find(query(words, '&'), false);
    if (rows.length > 0 || words.length === 1 || start !== null) return rows;
  }
  return find(query(words.map(withoutUnsureCorrections), '|'), true);
}

/** A shorter word is near to many others: 'poter' to 'peter', 'power' and 'poster'. */
const MIN_SURE_LENGTH = 7;

/** For a word that need not match with the others: unless it is long, only as it was typed. */
const withoutUnsureCorrections = ({ terms, prefix }: SearchWord): SearchWord => ({
  terms: [...terms[0]!].length < MIN_SURE_LENGTH ? terms.slice(0, 1) : terms,
  prefix,
});

/** A complete or partial ISBN becomes one number without hyphens; other text becomes words. */
async function readSearch(
  database: ReadableDatabase,
  search: string,
  corrections: Corrections,
): Promise<SearchWord[]> {
  const isbn = toIsbn13(search);
  if (isbn !== null) return [{ terms: [isbn], prefix: false }];
  const digits = search.replace(/[\s\u2010-\u2015-]/g, '');
  if (/^\d{6,13}$/.test(digits)) return [{ terms: [digits], prefix: true }];
  return correctSpelling(database, searchWords(search), corrections);
}

/**
 * 'organ' and 'chem…' → `'organ' & 'chem':*`. Quoted, so that a word contains no operators; words contain
 * no punctuation, so nothing ends the quotes.
 */
function query(words: SearchWord[], operator: '&' | '|'): string {
  return words
    .map(({ terms, prefix }) => `(${terms.map((term) => `'${term}'${prefix ? ':*' : ''}`).join(' | ')})`)
    .join(` ${operator} `);
}
