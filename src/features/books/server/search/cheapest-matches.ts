import { rowsForPage } from '#platform/server/keyset.ts';
import { MAX_SEARCH_RESULTS } from '../../rules.ts';
import { FILTER_CLASS_SQL, filterClasses } from '../filters/filter-class.ts';
import { isInPriceRange, passesFilters } from '../filters/filter-conditions.ts';
import { MATCH_COLUMNS, type Search, type SearchSql } from './read-matches.ts';
import { behindStart, listOrder, priceOrder, toOrderBy, withoutTier } from './search-order.ts';

/** The listings that are read first, in the order of the list or the newest. */
export const MAX_FIRST_READ = 6_000;
/** More than is expected, as the cheapest listings are not like the newest. */
const MARGIN = 3;

/** How many of the cheapest listings fill the page, if this share of all listings matches the words. */
export function getTotalDepth({ filters, start }: Search, share: number): number {
  const wanted = start === null ? rowsForPage(filters.limit) : MAX_SEARCH_RESULTS;
  return filters.course === undefined ? Math.ceil((MARGIN * wanted) / share) : MAX_FIRST_READ;
}

const BY_PRICE_ORDER = toOrderBy(priceOrder);

/**
 * `first`: the matches among the cheapest listings, as far as all classes were read. `last`: where that is,
 * if it is not the end of the list. Each class that has listings is read to the same depth, in the order of
 * its index.
 */
export function cheapestMatches({ filters, listed, add }: SearchSql, totalDepth: number): string {
  const ofClass = `${listed} AND ${FILTER_CLASS_SQL} = c.class AND ${isInPriceRange(filters, add)}`;
  const ofCourse = passesFilters({ course: filters.course }, add);
  const depth = `(SELECT ceil(${totalDepth}::numeric / greatest(count(*), 1)) FROM classes)`;
  return `classes AS MATERIALIZED (
      SELECT c.class FROM unnest(${add(filterClasses(filters))}::int[]) c (class) CROSS JOIN LATERAL (
        SELECT 1 FROM books WHERE ${ofClass} ORDER BY ${BY_PRICE_ORDER} LIMIT 1) b),
    cheapest AS MATERIALIZED (
      SELECT c.class, b.* FROM classes c CROSS JOIN LATERAL (
        SELECT ${MATCH_COLUMNS}, search @@ q.q AS matches, ${ofCourse} AS passes FROM books, q
        WHERE ${ofClass} ORDER BY ${BY_PRICE_ORDER} LIMIT ${depth}) b),
    last AS MATERIALIZED (
      SELECT * FROM (
        SELECT DISTINCT ON (class) price, created_at, id, count(*) OVER (PARTITION BY class) AS of_class
        FROM cheapest ORDER BY class, price DESC, created_at, id) c
      WHERE of_class >= ${depth} ORDER BY ${BY_PRICE_ORDER} LIMIT 1),
    first AS MATERIALIZED (
      SELECT ${MATCH_COLUMNS} FROM cheapest c WHERE matches AND passes AND NOT EXISTS (
        SELECT FROM last l WHERE l.price < c.price
          OR (l.price = c.price AND (c.created_at, c.id) < (l.created_at, l.id))))`;
}

/** SQL: whether `first` fills the page, if sorted by price or time. Boosted matches come on top. */
export function isFullPage({ filters, start, add, limit }: SearchSql): string {
  const order = withoutTier(filters.sort === 'price' ? priceOrder : listOrder);
  const isBehind =
    start === null || (filters.sort !== 'price' && start.tier === 0)
      ? 'true'
      : behindStart(order, start, add);
  return `(SELECT count(*) FROM first WHERE ${isBehind} AND id NOT IN (SELECT id FROM boost)) >= ${limit}`;
}
