import type { Paging } from '#platform/server/keyset.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import { MAX_SEARCH_RESULTS } from '../../rules.ts';
import {
  collectListings,
  createParameters,
  isListed,
  isRestricted,
  type ListFilters,
} from '../filters/filter-conditions.ts';
import { cheapestMatches, isFullPage, MAX_FIRST_READ, getTotalDepth } from './cheapest-matches.ts';
import {
  MATCH_COLUMNS,
  type Candidates,
  type Found,
  readMatches,
  type Search,
  type SearchSql,
} from './read-matches.ts';

export type { Found } from './read-matches.ts';

/** With this many matches among the first, no others are looked for, if sorted by relevance. */
const MANY_MATCHES = 60;
const MAX_RANKED = 5_000;
/** Matches of the words that are read to find those that pass the filters. */
const MAX_FILTERED = 10_000;
/** The words are rare if they match fewer of the newest SAMPLE listings than this. */
const RARE_IN_SAMPLE = 10;
const SAMPLE = 1_000;
/** Rare words with more matches than this are searched like others. */
const MAX_RARE = 3_000;

/**
 * Bounded work for any search. The newest 1,000 listings tell whether the words are rare: then their index
 * gives all matches. By price, as many of the cheapest are read as fill the page by that number. What remains
 * reads the newest 6,000 listings (or the cheapest), and a whole index only if few of them match: that of the
 * filters, or of the words if these are not too common.
 */
export async function findMatches(
  database: ReadableDatabase,
  tsquery: string,
  filters: Paging & ListFilters,
  reading: Pick<Search, 'start' | 'begun' | 'present' | 'tag'>,
): Promise<Found[]> {
  const search: Search = { tsquery, filters, ...reading };
  const { matches, listings } = await countInSample(database, search);
  const isRare = matches < RARE_IN_SAMPLE;
  const readsWords = (matches / SAMPLE) * listings <= MAX_FILTERED;
  const depth = getTotalDepth(search, matches / SAMPLE);
  const found = isRare
    ? await readMatches(database, search, rareMatches)
    : filters.sort === 'price' && depth < MAX_FIRST_READ
      ? await readMatches(database, search, amongCheapest(depth))
      : null;
  return found ?? (await readMatches(database, search, amongFirst(readsWords)))!;
}

/**
 * How many of the newest listings the words match, of any subject: those are stored side by side. And about
 * how many listings there are, as of the last statistics.
 */
async function countInSample(
  database: ReadableDatabase,
  { tsquery, present }: Pick<Search, 'tsquery' | 'present'>,
): Promise<{ matches: number; listings: number }> {
  const { values, add } = createParameters();
  const { rows } = await database.pool.query<{ matches: number; listings: number }>(
    `SELECT count(*)::int AS matches,
      (SELECT reltuples::float8 FROM pg_class WHERE oid = 'books'::regclass) AS listings FROM (
      SELECT search FROM books WHERE ${isListed({}, present, add)}
      ORDER BY created_at DESC, id DESC LIMIT ${SAMPLE}) newest
    WHERE search @@ to_tsquery('simple', ${add(tsquery)})`,
    values,
  );
  return rows[0]!;
}

/** All matches of the words, if they are not too many. */
const rareMatches = ({ query, listed, passes }: SearchSql) => ({
  tables: `rare AS MATERIALIZED (
    SELECT * FROM books WHERE ${listed} AND search @@ to_tsquery('simple', ${query}) LIMIT ${MAX_RARE + 1})`,
  listings: `SELECT ${MATCH_COLUMNS} FROM rare WHERE ${passes}`,
  isEnough: `(SELECT count(*) FROM rare) <= ${MAX_RARE}`,
});

/** The matches among the cheapest `depth` listings, if these fill the page. */
const amongCheapest =
  (depth: number): Candidates =>
  (search) => ({
    tables: cheapestMatches(search, depth),
    listings: `SELECT ${MATCH_COLUMNS} FROM first`,
    isEnough: `(${isFullPage(search)} OR NOT EXISTS (SELECT FROM last))`,
  });

const amongFirst =
  (readsWords: boolean): Candidates =>
  (search) => {
    const { filters } = search;
    const first = filters.sort === 'price' ? cheapestMatches(search, MAX_FIRST_READ) : newestMatches(search);
    const isFull =
      filters.sort === 'price' || filters.sort === 'newest'
        ? isFullPage(search)
        : `(SELECT count(*) FROM first) >= ${MANY_MATCHES}`;
    const few = 'NOT (SELECT is_full FROM enough)';
    const others = isRestricted(filters) ? filteredMatches(search, few, readsWords) : matched(search, few);
    return {
      tables: `${first}, enough AS MATERIALIZED (SELECT ${isFull} AS is_full), ${others}`,
      // A part of the matches does not replace the first ones.
      listings: `SELECT ${MATCH_COLUMNS} FROM first
        UNION ALL SELECT ${MATCH_COLUMNS} FROM matched WHERE id NOT IN (SELECT id FROM first)`,
      isEnough: 'true',
    };
  };

/** By time, the first page ends the reading when it is full. */
function newestMatches({ filters, start, listed, passes, limit }: SearchSql): string {
  const wanted =
    filters.sort === 'newest' && start === null
      ? `${limit} + (SELECT count(*) FROM boost)`
      : MAX_SEARCH_RESULTS;
  return `first AS MATERIALIZED (
    SELECT ${MATCH_COLUMNS} FROM (
      SELECT * FROM books WHERE ${listed} ORDER BY created_at DESC, id DESC LIMIT ${MAX_FIRST_READ}) w, q
    WHERE search @@ q.q AND ${passes} ORDER BY created_at DESC, id DESC LIMIT ${wanted})`;
}

const matched = ({ listed, query }: SearchSql, few: string) => `
  matched AS MATERIALIZED (
    SELECT ${MATCH_COLUMNS} FROM books WHERE ${listed} AND search @@ to_tsquery('simple', ${query}) AND ${few}
    LIMIT ${MAX_RANKED})`;

/**
 * The matches among the listings that pass the filters, or a part of them. The index of the words is read
 * unless it has more entries than are filtered.
 */
function filteredMatches(search: SearchSql, few: string, readsWords: boolean): string {
  const { filters, add, listed, query, passes } = search;
  const { tables, listings, isComplete } = collectListings(filters, listed, add);
  const ofWords = `UNION ALL (SELECT ${MATCH_COLUMNS} FROM (
      SELECT * FROM books WHERE ${listed} AND search @@ to_tsquery('simple', ${query})
        AND CASE WHEN ${few} THEN NOT ${isComplete} END LIMIT ${MAX_FILTERED}) b
    WHERE ${passes} LIMIT ${MAX_RANKED})`;
  return `${tables},
  collected AS MATERIALIZED (
    SELECT ${MATCH_COLUMNS} FROM (${listings}) l WHERE ${few} ${readsWords ? `AND ${isComplete}` : ''}),
  matched AS MATERIALIZED (
    (SELECT ${MATCH_COLUMNS} FROM collected, q WHERE search @@ q.q) ${readsWords ? ofWords : ''})`;
}
