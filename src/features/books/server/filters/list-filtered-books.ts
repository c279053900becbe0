import type { Page } from '#platform/shared/define-endpoints.ts';
import { behindKeysetText, type Paging, rowsForPage, toPage } from '#platform/server/keyset.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { Book } from '../../contract.ts';
import { bookLimits } from '../../rules.ts';
import { BOOK_COLUMNS_SQL, type BookRecord } from '../book-row.ts';
import { cursorAfter, type ListStart, readCursor } from '../list-cursor.ts';
import { toBooks } from '../prices/to-books.ts';
import { behindStart, listOrder, priceOrder, toOrderBy } from '../search/search-order.ts';
import { FILTER_CLASS_SQL, filterClasses } from './filter-class.ts';
import {
  type AddParameter,
  collectListings,
  createParameters,
  isInPriceRange,
  isListed,
  type ListFilters,
  MAX_COLLECTED,
  passesFilters,
} from './filter-conditions.ts';

type Listed = BookRecord & { tier: 0 | 1 };

type Request = {
  filters: Paging & ListFilters;
  start: ListStart | null;
  /** The time of the first page, which decides what is boosted. */
  begun: Date;
  present: Date;
};

/** The newest listings that are read first: enough for a page unless few listings pass the filters. */
const SHORT_SCAN = 2_000;
const LONG_SCAN = 20_000;
/** As in a search. */
const MAX_BOOSTED_READ = 10_000;

/**
 * One page of the active listings that pass the filters: boosted first, then newest, or by price. The work is
 * bounded for any filters:
 *
 * - By price, an index has each class of listings in this order.
 * - The newest are read until the page is full. If too few of them pass, an index finds all that pass.
 * - If these are too many to sort, more of the newest are read. A page can then be short, or even empty, and
 *   still have a next one.
 */
export async function listFilteredBooks(
  database: ReadableDatabase,
  filters: Paging & ListFilters,
  present: Date,
): Promise<Page<Book>> {
  const { cursor: start, now: begun } = readCursor(filters.cursor, present, filters.sort);
  const { items, next } = await list(database, { filters, start, begun, present });
  return { items: await toBooks(database, items, present), next };
}

async function list(database: ReadableDatabase, request: Request): Promise<Page<Listed>> {
  const { filters } = request;
  // Few listings are of one course.
  if (filters.course !== undefined) return toListPage((await collect(database, request)) ?? [], request);
  if (filters.sort === 'price') return toListPage(await cheapest(database, request), request);
  const recent = await scan(database, request, SHORT_SCAN);
  if (recent.length > filters.limit) return toListPage(recent, request);
  const collected = await collect(database, request);
  if (collected !== null) return toListPage(collected, request);
  const rows = await scan(database, request, LONG_SCAN);
  if (rows.length > filters.limit) return toListPage(rows, request);
  return { items: rows, next: await cursorAfterScan(database, request) };
}

const toListPage = (rows: Listed[], { filters, begun }: Request) =>
  toPage(rows, filters.limit, (last) => cursorAfter(last, begun, filters.sort));

const BY_LIST_ORDER = toOrderBy(listOrder);
const BY_PRICE_ORDER = toOrderBy(priceOrder);

/** The listings of `page`, a query of the columns id and tier. */
const withDetails = (page: string, order: string) => `SELECT b.tier, ${BOOK_COLUMNS_SQL}
  FROM (SELECT p.tier, books.* FROM (${page}) p JOIN books ON books.id = p.id) b
  CROSS JOIN LATERAL (SELECT * FROM users WHERE id = b.seller_id LIMIT 1) u
  ORDER BY ${order}`;

const isOlder = ({ at, id }: ListStart, add: AddParameter) => behindKeysetText('books', add(at), add(id));

/** Boosted listings that pass the filters, then those among the next `depth` of the newest. */
async function scan(
  database: ReadableDatabase,
  { filters, start, begun, present }: Request,
  depth: number,
): Promise<Listed[]> {
  const { values, add } = createParameters();
  const limit = add(rowsForPage(filters.limit));
  const isBoosted = `is_boosted AND boosted_until > ${add(begun)}`;
  const listed = isListed(filters, present, add);
  const passes = passesFilters(filters, add);
  const behind = start === null ? 'true' : isOlder(start, add);
  // The inner limit bounds what is read, the outer one ends the reading when the page is full.
  const arm = (tier: 0 | 1, among: string, depth: number, condition: string) => `(
    SELECT ${tier} AS tier, id, created_at FROM (
      SELECT * FROM books WHERE ${listed} AND ${among} ${start?.tier === tier ? `AND ${behind}` : ''}
      ORDER BY created_at DESC, id DESC LIMIT ${depth}) b
    WHERE ${condition} AND ${passes} ORDER BY created_at DESC, id DESC LIMIT ${limit})`;
  const others = arm(1, 'true', depth, `NOT (${isBoosted})`);
  const arms =
    start?.tier === 1 ? others : `${arm(0, isBoosted, MAX_BOOSTED_READ, 'true')} UNION ALL ${others}`;
  const page = `SELECT * FROM (${arms}) x ORDER BY ${BY_LIST_ORDER} LIMIT ${limit}`;
  const { rows } = await database.pool.query<Listed>(withDetails(page, BY_LIST_ORDER), values);
  return rows;
}

/** The cursor behind the listings that the long scan has read; null if they were the last. */
async function cursorAfterScan(
  database: ReadableDatabase,
  { filters, start, begun, present }: Request,
): Promise<string | null> {
  const { values, add } = createParameters();
  const behind = start?.tier === 1 ? `AND ${isOlder(start, add)}` : '';
  const { rows } = await database.pool.query<{ id: string; created_at: Date }>(
    `SELECT id, created_at FROM books WHERE ${isListed(filters, present, add)} ${behind}
    ORDER BY created_at DESC, id DESC OFFSET ${LONG_SCAN - 1} LIMIT 1`,
    values,
  );
  return rows[0] === undefined ? null : cursorAfter({ ...rows[0], tier: 1 }, begun);
}

/** The page of all listings that pass the filters; null if they are too many to sort. */
async function collect(
  database: ReadableDatabase,
  { filters, start, begun, present }: Request,
): Promise<Listed[] | null> {
  const { values, add } = createParameters();
  const order = filters.sort === 'price' ? priceOrder : listOrder;
  const isBoosted = `is_boosted AND boosted_until > ${add(begun)}`;
  const page = `SELECT * FROM (
      SELECT CASE WHEN ${isBoosted} THEN 0 ELSE 1 END AS tier, id, created_at, price FROM found) f
    WHERE (SELECT count(*) FROM found) <= ${MAX_COLLECTED}
      ${start === null ? '' : `AND ${behindStart(order, start, add)}`}
    ORDER BY ${toOrderBy(order)} LIMIT ${add(rowsForPage(filters.limit))}`;
  const { rows } = await database.pool.query<Listed & { total: number }>(
    `WITH found AS MATERIALIZED (
      SELECT id, created_at, price, is_boosted, boosted_until FROM (${collectListings(filters, isListed(filters, present, add), add)}) l)
    SELECT t.total, b.* FROM (SELECT count(*)::int AS total FROM found) t
    LEFT JOIN (${withDetails(page, toOrderBy(order))}) b ON true ORDER BY ${toOrderBy(order)}`,
    values,
  );
  return rows[0]!.total > MAX_COLLECTED ? null : rows.filter(({ id }) => id !== null);
}

/** The page by price: of each class the cheapest. */
async function cheapest(database: ReadableDatabase, { filters, start, present }: Request): Promise<Listed[]> {
  const { values, add } = createParameters();
  const limit = add(rowsForPage(filters.limit));
  const listed = `${isListed(filters, present, add)} AND ${FILTER_CLASS_SQL} = c.class`;
  const arm = (condition: string, order: string) => `(SELECT id, price, created_at FROM books
    WHERE ${listed} AND ${condition} ORDER BY ${order} LIMIT ${limit})`;
  const ofClass = () => {
    if (start === null) return arm(isInPriceRange(filters, add), BY_PRICE_ORDER);
    const samePrice = `price = ${add(start.price)} AND ${isOlder(start, add)}`;
    const higherPrice = `price > ${add(start.price)} AND price <= ${add(filters.maxPrice ?? bookLimits.price)}`;
    return `${arm(samePrice, 'created_at DESC, id DESC')} UNION ALL ${arm(higherPrice, BY_PRICE_ORDER)}`;
  };
  const page = `SELECT 1 AS tier, b.* FROM unnest(${add(filterClasses(filters))}::int[]) c (class)
    CROSS JOIN LATERAL (${ofClass()}) b ORDER BY ${BY_PRICE_ORDER} LIMIT ${limit}`;
  const { rows } = await database.pool.query<Listed>(withDetails(page, BY_PRICE_ORDER), values);
  return rows;
}
