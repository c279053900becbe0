import { type Paging, rowsForPage } from '#platform/server/keyset.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import { MAX_SEARCH_RESULTS } from '../../rules.ts';
import { BOOK_COLUMNS_SQL, type BookRecord } from '../book-row.ts';
import {
  type AddParameter,
  createParameters,
  isListed,
  type ListFilters,
  passesFilters,
} from '../filters/filter-conditions.ts';
import type { ListStart } from '../list/list-cursor.ts';
import { behindStart, listOrder, priceOrder, searchOrder, toOrderBy, withoutTier } from './search-order.ts';

export type Found = BookRecord & { tier: 0 | 1; rank: number };

export type Search = {
  tsquery: string;
  filters: Paging & ListFilters;
  start: ListStart | null;
  /** The time of the first page, which decides what is boosted. */
  begun: Date;
  present: Date;
  /** A course code: listings tagged with it match too. */
  tag?: string | undefined;
};

/** `query`: the placeholder of the words; `limit`: of the rows of a page. `listed` and `passes` are SQL. */
export type SearchSql = Search & {
  add: AddParameter;
  query: string;
  listed: string;
  passes: string;
  limit: string;
};

/**
 * SQL of matches beside the boosted ones. `tables`: common table expressions, behind `q`, the words, and
 * `boost`. `isEnough`: whether `listings` decides the page.
 */
export type Candidates = (search: SearchSql) => { tables: string; listings: string; isEnough: string };

export const MATCH_COLUMNS = 'id, search, created_at, price';

const MAX_BOOSTED_READ = 10_000;
/** Listings tagged with the searched code. */
const MAX_TAGGED = 1_500;

const orders = { relevance: searchOrder, newest: listOrder, price: priceOrder };

/**
 * One page of the candidates and the boosted matches; null if they do not decide it. Not a named statement,
 * because a generic plan is slower here.
 */
export async function readMatches(
  database: ReadableDatabase,
  search: Search,
  candidates: Candidates,
): Promise<Found[] | null> {
  const { filters, start, begun, present, tag } = search;
  const order = orders[filters.sort ?? 'relevance'];
  const [byOrder, byOrderOfTier] = [toOrderBy(order), toOrderBy(withoutTier(order))];
  const { values, add } = createParameters();
  const query = add(search.tsquery);
  const listed = isListed(filters, present, add);
  const passes = passesFilters(filters, add);
  const limit = add(rowsForPage(filters.limit));
  const tagged = tag === undefined ? null : `course_codes <> '{}' AND course_codes @> ARRAY[${add(tag)}]`;
  const { tables, listings, isEnough } = candidates({ ...search, add, query, listed, passes, limit });
  const { rows } = await database.pool.query<Found & { isEnough: boolean }>(
    `WITH q AS MATERIALIZED (SELECT to_tsquery('simple', ${query}) AS q),
    boost AS MATERIALIZED (
      SELECT b.id, 0 AS tier, ts_rank(b.search, q.q) AS rank, b.created_at, b.price
      FROM (SELECT * FROM books
             WHERE ${listed} AND is_boosted AND boosted_until > ${add(begun)}
             ORDER BY created_at DESC, id DESC LIMIT ${MAX_BOOSTED_READ}) b, q
      WHERE (b.search @@ q.q ${tagged === null ? '' : `OR (${tagged})`}) AND ${passes} ORDER BY ${byOrderOfTier} LIMIT ${MAX_SEARCH_RESULTS}),
    ${tables},
    ${tagged === null ? '' : taggedListings(`${listed} AND ${tagged}`, passes)}
    found AS MATERIALIZED (SELECT ${isEnough} AS is_enough),
    ranked AS (
      SELECT id, min(tier) AS tier, max(rank) AS rank, max(created_at) AS created_at, max(price) AS price FROM (
        SELECT * FROM boost
        UNION ALL
        (SELECT m.id, 1, ts_rank(m.search, q.q) AS rank, m.created_at, m.price FROM (${listings} ${tagged === null ? '' : 'UNION ALL SELECT * FROM tagged'}) m, q
          WHERE (SELECT is_enough FROM found) ORDER BY ${byOrderOfTier} LIMIT ${MAX_SEARCH_RESULTS})) x
      GROUP BY id ORDER BY ${byOrder} LIMIT ${MAX_SEARCH_RESULTS}),
    shown AS (
      SELECT * FROM ranked
      WHERE (SELECT is_enough FROM found) ${start === null ? '' : `AND ${behindStart(order, start, add)}`}
      ORDER BY ${byOrder} LIMIT ${limit})
    SELECT found.is_enough AS "isEnough", page.* FROM found LEFT JOIN (
      SELECT s.tier, s.rank, ${BOOK_COLUMNS_SQL}
      FROM shown s JOIN books b ON b.id = s.id JOIN users u ON u.id = b.seller_id) page ON true
    ORDER BY ${byOrder}`,
    values,
  );
  return rows[0]!.isEnough ? rows.filter(({ id }) => id !== null) : null;
}

/** Without those that match the words: they are among the others. */
const taggedListings = (condition: string, passes: string) => `tagged AS MATERIALIZED (
  SELECT ${MATCH_COLUMNS} FROM (SELECT * FROM books WHERE ${condition} LIMIT ${MAX_TAGGED}) b, q
  WHERE NOT search @@ q.q AND ${passes}),`;
