import { type Paging, rowsForPage } from '#platform/server/keyset.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import { MAX_FIRST_PAGE_LISTINGS_PER_UNVERIFIED_SELLER, MAX_SEARCH_RESULTS } from '../../rules.ts';
import { BOOK_COLUMNS_SQL, type BookRecord } from '../book-row.ts';
import {
  type AddParameter,
  createParameters,
  listedSql,
  isRestricted,
  type ListFilters,
  filtersSql,
  type SearchWords,
  taggedSql,
  wordsSql,
} from '../filters/filter-conditions.ts';
import type { ListStart } from './list-cursor.ts';
import {
  behindStart,
  exactFirst,
  listOrder,
  rangesBehind,
  priceOrder,
  searchOrder,
  type TierRange,
  tiersOf,
  toOrderBy,
  withoutTier,
} from './list-order.ts';

/** `matchesAnyWord`: found by a search that need not match all words. */
export type ListedRow = BookRecord & { tier: 0 | 1; rank: number; matchesAnyWord?: boolean };

export type ListRequest = {
  filters: Paging & ListFilters;
  /** null: the first page. */
  start: ListStart | null;
  /** The time of the first page, which decides what is boosted. */
  snapshotAt: Date;
  now: Date;
  /** A search. Listings tagged with the course code `tag` match too. */
  words?: SearchWords & { tag?: string | undefined };
  /** A search by an ISBN: its listings, and behind them those of the other editions. */
  isbns?: SearchedIsbns;
  /** Whether one unverified mailbox has at most a few listings first, as long as others fill the page. */
  isCapped?: boolean;
};

/** `ofWorkSql`: SQL that selects a column `isbn`, the given ISBN (SQL) and the others of its work. */
export type SearchedIsbns = { exact: string; ofWorkSql: (isbn: string) => string };

/** The newest matches of a search, which are ranked: what a common word matches takes too long to rank. */
const MAX_RANKED = 500;
/** The first listings of a list, among which a capped page finds those of other sellers. */
const MAX_CAP_CANDIDATES = 1_000;

const COLUMNS = 'id, seller_id, created_at, price';
const NEWEST_FIRST = 'created_at DESC, id DESC';

/**
 * The rows of one page of a list or a search, and one row more. All are one statement: each tier of the order
 * is read up to a limit, and the planner decides by its statistics whether an index gives this order, or the
 * matches of the words or of the filters, which are then sorted.
 */
export async function readListings(database: ReadableDatabase, request: ListRequest): Promise<ListedRow[]> {
  const { text, values } = toStatement(request);
  const { rows } = await database.pool.query<ListedRow>({ ...nameOf(request), text, values });
  return rows;
}

function toStatement(request: ListRequest): { text: string; values: unknown[] } {
  const { filters, start, snapshotAt, now, words, isbns, isCapped } = request;
  const isSearch = words !== undefined || isbns !== undefined;
  const { values, add } = createParameters();
  const isRanked = words !== undefined && filters.sort === undefined;
  const sorted = isRanked ? searchOrder : filters.sort === 'price' ? priceOrder : listOrder;
  const order = isbns === undefined ? sorted : exactFirst(sorted);
  const byOrder = toOrderBy(order);
  const limit = add(rowsForPage(filters.limit));
  const conditions = [listedSql(filters, now, add), filtersSql(filters, add)];
  let rank = '0::real';
  if (words !== undefined) {
    const query = wordsSql(words, add);
    if (isRanked) rank = `ts_rank(search, ${query})`;
    const tagged = words.tag === undefined ? '' : ` OR ${taggedSql(words.tag, add)}`;
    conditions.push(`(search @@ ${query}${tagged})`);
  }
  // All pages of a search lie within its first matches.
  const tiers = tiersOf(order, snapshotAt, add);
  const ranges = start === null || isSearch ? tiers : rangesBehind(tiers, order, start, add);
  const depth = isSearch ? MAX_SEARCH_RESULTS : isCapped ? MAX_CAP_CANDIDATES : limit;
  const armOf = ({ tier, condition }: TierRange) => {
    const listings = `books WHERE ${conditions.join(' AND ')} AND ${condition}`;
    const source = isRanked
      ? `(SELECT ${COLUMNS}, search FROM ${listings} ORDER BY ${NEWEST_FIRST} LIMIT ${MAX_RANKED}) ranked`
      : listings;
    return `(SELECT ${tier} AS tier, ${rank} AS rank, ${COLUMNS}
      FROM ${source} ORDER BY ${toOrderBy(withoutTier(sorted))} LIMIT ${depth})`;
  };
  const arms = isbns === undefined ? ranges.map(armOf) : [isbnArm(isbns, { tiers, conditions, add })];
  const found = `SELECT * FROM (${arms.join(' UNION ALL ')}) arms ORDER BY ${byOrder} LIMIT ${depth}`;
  const behind = start === null || !isSearch ? '' : `WHERE ${behindStart(order, start, add)}`;
  const page = isCapped ? deferredSql(found, byOrder) : `SELECT *, false AS is_deferred FROM (${found}) f`;
  // LATERAL, because for a plain join the planner may read and hash all users to find twenty sellers.
  return {
    text: `SELECT p.tier, p.rank, ${BOOK_COLUMNS_SQL}
      FROM (SELECT * FROM (${page}) shown ${behind} ORDER BY is_deferred, ${byOrder} LIMIT ${limit}) p
      JOIN books b ON b.id = p.id
      CROSS JOIN LATERAL (SELECT * FROM users WHERE id = b.seller_id LIMIT 1) u
      ORDER BY p.is_deferred, ${order.map(({ name, direction }) => `p.${name} ${direction}`).join(', ')}`,
    values,
  };
}

/**
 * All listings of a work by the index of ISBNs, as one arm: they are few, and what takes time is to plan each arm. It
 * looks up the ISBNs itself, so that the plan does not depend on their number and is made once.
 */
function isbnArm(
  { exact, ofWorkSql }: SearchedIsbns,
  {
    tiers: [first, second],
    conditions,
    add,
  }: { tiers: readonly TierRange[]; conditions: readonly string[]; add: AddParameter },
): string {
  const own = `${add(exact)}::text`;
  const tier = second === undefined ? '1' : `CASE WHEN ${first!.condition} THEN 0 ELSE 1 END`;
  return `SELECT ${tier} AS tier, (isbn = ${own})::int::real AS rank, ${COLUMNS} FROM books
    WHERE ${conditions.join(' AND ')} AND isbn IS NOT NULL AND isbn IN (SELECT e.isbn FROM (${ofWorkSql(own)}) e)`;
}

/** Boosted listings are paid for, and not counted. */
const deferredSql = (found: string, byOrder: string): string =>
  `SELECT f.*, NOT u.email_verified AND f.tier = 1 AND row_number() OVER (
      PARTITION BY u.mailbox, u.email_verified, f.tier ORDER BY ${byOrder}
    ) > ${MAX_FIRST_PAGE_LISTINGS_PER_UNVERIFIED_SELLER} AS is_deferred
  FROM (${found}) f CROSS JOIN LATERAL (
    SELECT email_verified, mailbox FROM users WHERE id = f.seller_id LIMIT 1) u`;

/** The most frequent list and a search by an ISBN are named statements, planned once. Other plans depend on their values. */
function nameOf({ filters, words, isbns, start, isCapped }: ListRequest): { name?: string } {
  if (words !== undefined || isRestricted(filters)) return {};
  if (isbns !== undefined)
    return start === null && filters.subject === undefined
      ? { name: `search-isbn-${filters.sort === 'price' ? 'price' : 'newest'}` }
      : {};
  if (filters.sort === 'price') return {};
  const kind = isCapped ? 'capped' : (start?.tier ?? 'first');
  return { name: `list-books-${filters.subject === undefined ? 'all' : 'subject'}-${kind}` };
}
