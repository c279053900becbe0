import type { Page } from '#platform/shared/define-endpoints.ts';
import { type Paging, rowsForPage, toPage } from '#platform/server/keyset.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { Book } from '../../contract.ts';
import { toIsbn13 } from '../../isbn.ts';
import { MAX_SEARCH_RESULTS } from '../../rules.ts';
import { behindStart, searchOrder, tierOrder, toOrderBy } from './search-order.ts';
import { searchWords } from './search-rules.ts';
import { isListedSql } from '../expiry/listing-period.ts';
import { BOOK_COLUMNS_SQL, toBook, type BookRecord } from '../book-row.ts';
import { type Corrections, unlimitedCorrections } from './correction-slots.ts';
import { correctSpelling, type SearchWord } from './correct-spelling.ts';
import { cursorAfter, readCursor, type ListStart } from '../list-cursor.ts';

type Found = BookRecord & { tier: 0 | 1; rank: number };
type Filter = Paging & { search: string; subject?: string };

const BY_ORDER = toOrderBy(searchOrder);
const BY_ORDER_OF_TIER = toOrderBy(tierOrder);

/** One page of the matches in `searchOrder`; at most `MAX_SEARCH_RESULTS` over all pages. */
export async function searchBooks(
  database: ReadableDatabase,
  filter: Filter,
  present: Date,
  corrections: Corrections = unlimitedCorrections,
): Promise<Page<Book>> {
  const { cursor, now } = readCursor(filter.cursor, present);
  const times = { begun: now, present };
  const asked = await readSearch(database, filter.search, corrections);
  if (asked.length === 0) return { items: [], next: null };
  if (cursor?.any !== true) {
    const rows = await find(database, query(asked, '&'), filter, cursor, times);
    if (rows.length > 0 || asked.length === 1 || cursor !== null)
      return page(rows, filter.limit, { now, any: false }, present);
  }
  // Several words must all match unless that finds nothing.
  return page(
    await find(database, query(asked.map(withoutUnsureCorrections), '|'), filter, cursor, times),
    filter.limit,
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
function page(rows: Found[], limit: number, begun: { now: Date; any: boolean }, present: Date): Page<Book> {
  const { items, next } = toPage(rows, limit, (last) => cursorAfter({ ...last, any: begun.any }, begun.now));
  return { items: items.map((row) => toBook(row, present)), next };
}

/**
 * Bounded work for any search: first the newest 6,000 matches, and the whole index only if these are few.
 * Not a named statement, because a generic plan is slower here. Parameters: $1 query, $2 the time of the
 * first page, $3 limit, $4 depth, $5 now, then subject, cursor.
 */
async function find(
  database: ReadableDatabase,
  tsquery: string,
  filter: Filter,
  cursor: ListStart | null,
  { begun, present }: { begun: Date; present: Date },
): Promise<Found[]> {
  const values: unknown[] = [tsquery, begun, rowsForPage(filter.limit), MAX_SEARCH_RESULTS, present];
  const listed = isListedSql('books', '$5');
  const subject = filter.subject === undefined ? '' : `AND subject = $${values.push(filter.subject)}`;
  const after =
    cursor === null ? '' : `WHERE ${behindStart(searchOrder, cursor, (value) => `$${values.push(value)}`)}`;
  const { rows } = await database.pool.query<Found>(
    `WITH q AS MATERIALIZED (SELECT to_tsquery('simple', $1) AS q),
    boost AS MATERIALIZED (
      SELECT b.id, 0 AS tier, ts_rank(b.search, q.q) AS rank, b.created_at
      FROM (SELECT id, search, created_at FROM books
             WHERE ${listed} AND is_boosted AND boosted_until > $2 ${subject}
             ORDER BY created_at DESC, id DESC LIMIT 10000) b, q
      WHERE b.search @@ q.q ORDER BY ${BY_ORDER_OF_TIER} LIMIT $4),
    recent AS MATERIALIZED (
      SELECT w.id, w.search, w.created_at FROM (
        SELECT id, search, created_at FROM books WHERE ${listed} ${subject}
        ORDER BY created_at DESC, id DESC LIMIT 6000) w, q
      WHERE w.search @@ q.q LIMIT $4),
    matched AS MATERIALIZED (
      SELECT id, search, created_at FROM books
      WHERE ${listed} ${subject} AND search @@ to_tsquery('simple', $1) AND (SELECT count(*) FROM recent) < 60
      LIMIT 5000),
    ranked AS (
      SELECT id, min(tier) AS tier, max(rank) AS rank, max(created_at) AS created_at FROM (
        SELECT * FROM boost
        UNION ALL
        (SELECT m.id, 1, ts_rank(m.search, q.q) AS rank, m.created_at
           FROM (SELECT * FROM recent WHERE (SELECT count(*) FROM recent) >= 60 UNION ALL SELECT * FROM matched) m, q
          ORDER BY ${BY_ORDER_OF_TIER} LIMIT $4)) x
      GROUP BY id ORDER BY ${BY_ORDER} LIMIT $4),
    shown AS (SELECT * FROM ranked ${after} ORDER BY ${BY_ORDER} LIMIT $3)
    SELECT s.tier, s.rank, ${BOOK_COLUMNS_SQL}
    FROM shown s JOIN books b ON b.id = s.id JOIN users u ON u.id = b.seller_id
    ORDER BY ${BY_ORDER}`,
    values,
  );
  return rows;
}
