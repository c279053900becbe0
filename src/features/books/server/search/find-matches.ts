import { type Paging, rowsForPage } from '#platform/server/keyset.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import { MAX_SEARCH_RESULTS } from '../../rules.ts';
import { BOOK_COLUMNS_SQL, type BookRecord } from '../book-row.ts';
import { FILTER_CLASS_SQL, filterClasses } from '../filters/filter-class.ts';
import {
  type AddParameter,
  collectListings,
  createParameters,
  isInPriceRange,
  isListed,
  isRestricted,
  type ListFilters,
  passesFilters,
} from '../filters/filter-conditions.ts';
import type { ListStart } from '../list-cursor.ts';
import { behindStart, listOrder, priceOrder, searchOrder, toOrderBy, withoutTier } from './search-order.ts';

export type Found = BookRecord & { tier: 0 | 1; rank: number };

/** The listings that are read first, in the order of the list or the newest. */
const FIRST_READ = 6_000;
/** With this many matches among the first, no others are looked for. */
const MANY_MATCHES = 60;
const MAX_RANKED = 5_000;
/** Matches of the words that are read to find those that pass the filters. */
const MAX_FILTERED = 10_000;
/** The words are rare if they match fewer of the newest SAMPLE listings than this. */
const RARE_IN_SAMPLE = 10;
const SAMPLE = 1_000;
/** Rare words with more matches than this are searched like others. */
const MAX_RARE = 3_000;

const orders = { relevance: searchOrder, newest: listOrder, price: priceOrder };

/**
 * Bounded work for any search: first the matches among the newest 6,000 listings (the cheapest, if sorted by
 * price), and a whole index only if these are few: that of the filters if few listings pass them, else that
 * of the words. With filters or by price, rare words are searched in their index before all this. Not a named
 * statement, because a generic plan is slower here.
 */
export async function findMatches(
  database: ReadableDatabase,
  tsquery: string,
  filters: Paging & ListFilters,
  { start, begun, present }: { start: ListStart | null; begun: Date; present: Date },
): Promise<Found[]> {
  const order = orders[filters.sort ?? 'relevance'];
  const [byOrder, byOrderOfTier] = [toOrderBy(order), toOrderBy(withoutTier(order))];
  const { values, add } = createParameters();
  const query = add(tsquery);
  const listed = isListed(filters, present, add);
  const passes = passesFilters(filters, add);
  const few = `(NOT (SELECT complete FROM is_rare) AND (SELECT count(*) FROM first) < ${MANY_MATCHES})`;
  const { rows } = await database.pool.query<Found>(
    `WITH q AS MATERIALIZED (SELECT to_tsquery('simple', ${query}) AS q),
    boost AS MATERIALIZED (
      SELECT b.id, 0 AS tier, ts_rank(b.search, q.q) AS rank, b.created_at, b.price
      FROM (SELECT * FROM books
             WHERE ${listed} AND is_boosted AND boosted_until > ${add(begun)}
             ORDER BY created_at DESC, id DESC LIMIT 10000) b, q
      WHERE b.search @@ q.q AND ${passes} ORDER BY ${byOrderOfTier} LIMIT ${MAX_SEARCH_RESULTS}),
    ${isRestricted(filters) || filters.sort === 'price' ? rareMatches({ query, listed }) : NO_RARE_MATCHES},
    first AS MATERIALIZED (${filters.sort === 'price' ? cheapestMatches(filters, listed, add) : newestMatches(listed, passes)}),
    ${isRestricted(filters) ? matchedAndFiltered({ filters, add, query, listed, passes, few }) : matched({ query, listed, few })},
    ranked AS (
      SELECT id, min(tier) AS tier, max(rank) AS rank, max(created_at) AS created_at, max(price) AS price FROM (
        SELECT * FROM boost
        UNION ALL
        (SELECT m.id, 1, ts_rank(m.search, q.q) AS rank, m.created_at, m.price
           FROM (SELECT * FROM first WHERE NOT ${few} UNION ALL SELECT * FROM matched
             UNION ALL SELECT ${COLUMNS} FROM rare WHERE (SELECT complete FROM is_rare) AND ${passes}) m, q
          ORDER BY ${byOrderOfTier} LIMIT ${MAX_SEARCH_RESULTS})) x
      GROUP BY id ORDER BY ${byOrder} LIMIT ${MAX_SEARCH_RESULTS}),
    shown AS (
      SELECT * FROM ranked ${start === null ? '' : `WHERE ${behindStart(order, start, add)}`}
      ORDER BY ${byOrder} LIMIT ${add(rowsForPage(filters.limit))})
    SELECT s.tier, s.rank, ${BOOK_COLUMNS_SQL}
    FROM shown s JOIN books b ON b.id = s.id JOIN users u ON u.id = b.seller_id
    ORDER BY ${byOrder}`,
    values,
  );
  return rows;
}

const COLUMNS = 'id, search, created_at, price';

const rareMatches = ({ query, listed }: Omit<Conditions, 'few'>) => `
  sample AS MATERIALIZED (
    SELECT count(*) AS matches FROM (
      SELECT search FROM books WHERE ${listed} ORDER BY created_at DESC, id DESC LIMIT ${SAMPLE}) w, q
    WHERE search @@ q.q),
  rare AS MATERIALIZED (
    SELECT * FROM books WHERE ${listed} AND search @@ to_tsquery('simple', ${query})
      AND (SELECT matches FROM sample) < ${RARE_IN_SAMPLE} LIMIT ${MAX_RARE + 1}),
  is_rare AS MATERIALIZED (
    SELECT (SELECT matches FROM sample) < ${RARE_IN_SAMPLE}
      AND (SELECT count(*) FROM rare) <= ${MAX_RARE} AS complete)`;

const NO_RARE_MATCHES = `
  rare AS MATERIALIZED (SELECT * FROM books WHERE false),
  is_rare AS MATERIALIZED (SELECT false AS complete)`;

const NOT_RARE = 'NOT (SELECT complete FROM is_rare)';

const newestMatches = (listed: string, passes: string) => `
  SELECT ${COLUMNS} FROM (
    SELECT * FROM books WHERE ${listed} AND ${NOT_RARE} ORDER BY created_at DESC, id DESC LIMIT ${FIRST_READ}) w, q
  WHERE search @@ q.q AND ${passes} LIMIT ${MAX_SEARCH_RESULTS}`;

/** Of each class that has listings the cheapest, up to the price to which all classes were read. */
function cheapestMatches(filters: ListFilters, listed: string, add: AddParameter): string {
  const ofClass = `${listed} AND ${FILTER_CLASS_SQL} = c.class AND ${isInPriceRange(filters, add)}`;
  const ofCourse = passesFilters({ course: filters.course }, add);
  const depth = `(SELECT ${FIRST_READ} / greatest(count(*), 1) FROM classes)`;
  return `WITH classes AS MATERIALIZED (
      SELECT c.class FROM unnest(${add(filterClasses(filters))}::int[]) c (class) CROSS JOIN LATERAL (
        SELECT 1 FROM books WHERE ${ofClass} ORDER BY price, created_at DESC, id DESC LIMIT 1) b
      WHERE ${NOT_RARE}),
    cheapest AS MATERIALIZED (
      SELECT c.class, b.* FROM classes c CROSS JOIN LATERAL (
        SELECT ${COLUMNS}, search @@ q.q AS matches, ${ofCourse} AS passes FROM books, q
        WHERE ${ofClass}
        ORDER BY price, created_at DESC, id DESC LIMIT ${depth}) b)
    SELECT ${COLUMNS} FROM cheapest
    WHERE matches AND passes AND price < coalesce((SELECT min(last) FROM (
      SELECT max(price) AS last FROM cheapest GROUP BY class HAVING count(*) >= ${depth}) x), 1000000)`;
}

type Conditions = { query: string; listed: string; few: string };

const matched = ({ query, listed, few }: Conditions) => `
  matched AS MATERIALIZED (
    SELECT ${COLUMNS} FROM books WHERE ${listed} AND search @@ to_tsquery('simple', ${query}) AND ${few}
    LIMIT ${MAX_RANKED})`;

type FilterConditions = Conditions & { filters: ListFilters; add: AddParameter; passes: string };

function matchedAndFiltered({ filters, add, query, listed, passes, few }: FilterConditions): string {
  const { tables, listings, isComplete } = collectListings(filters, listed, add);
  return `${tables},
  collected AS MATERIALIZED (SELECT ${COLUMNS} FROM (${listings}) l WHERE ${few} AND ${isComplete}),
  matched AS MATERIALIZED (
    (SELECT ${COLUMNS} FROM collected, q WHERE search @@ q.q)
    UNION ALL
    (SELECT ${COLUMNS} FROM (
        SELECT * FROM books WHERE ${listed} AND search @@ to_tsquery('simple', ${query})
          AND CASE WHEN ${few} THEN NOT ${isComplete} END LIMIT ${MAX_FILTERED}) b
      WHERE ${passes} LIMIT ${MAX_RANKED}))`;
}
