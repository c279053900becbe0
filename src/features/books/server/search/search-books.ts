import type { Page } from '#platform/shared/define-endpoints.ts';
import { type Paging, toPage } from '#platform/server/keyset.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { Book } from '../../contract.ts';
import { toIsbn13 } from '../../isbn.ts';
import type { ListFilters } from '../filters/filter-conditions.ts';
import { findMatches, type Found } from './find-matches.ts';
import { searchWords } from './search-rules.ts';
import { toBooks } from '../prices/to-books.ts';
import { type Corrections, unlimitedCorrections } from './correction-slots.ts';
import { correctSpelling, type SearchWord } from './correct-spelling.ts';
import { cursorAfter, readCursor } from '../list-cursor.ts';

type Filter = Paging & ListFilters & { search: string };

/**
 * One page of the matches that pass the filters, the best first unless sorted otherwise; at most
 * `MAX_SEARCH_RESULTS` over all pages.
 */
export async function searchBooks(
  database: ReadableDatabase,
  filter: Filter,
  present: Date,
  corrections: Corrections = unlimitedCorrections,
): Promise<Page<Book>> {
  const { cursor, now } = readCursor(filter.cursor, present, filter.sort);
  const times = { start: cursor, begun: now, present };
  const asked = await readSearch(database, filter.search, corrections);
  if (asked.length === 0) return { items: [], next: null };
  if (cursor?.any !== true) {
    const rows = await findMatches(database, query(asked, '&'), filter, times);
    if (rows.length > 0 || asked.length === 1 || cursor !== null)
      return page(database, rows, filter, { now, any: false }, present);
  }
  // Several words must all match unless that finds nothing.
  return page(
    database,
    await findMatches(database, query(asked.map(withoutUnsureCorrections), '|'), filter, times),
    filter,
    { now, any: true },
    present,
  );
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

/** `begun` goes into the cursor of the next page. */
async function page(
  database: ReadableDatabase,
  rows: Found[],
  { limit, sort }: Filter,
  begun: { now: Date; any: boolean },
  present: Date,
): Promise<Page<Book>> {
  const { items, next } = toPage(rows, limit, (last) =>
    cursorAfter({ ...last, any: begun.any }, begun.now, sort),
  );
  return { items: await toBooks(database, items, present), next };
}
