import type { Page } from '#platform/shared/define-endpoints.ts';
import { behindKeysetText, rowsForPage, toPage } from '#platform/server/keyset.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { Book } from '../../contract.ts';
import { bookLimits } from '../../rules.ts';
import { BOOK_COLUMNS_SQL, type BookRecord } from '../book-row.ts';
import { readCappedList } from '../list/cap-unverified-sellers.ts';
import { type CappedPaging, cursorAfter, type ListStart, readCursor } from '../list/list-cursor.ts';
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
  passesFilters,
} from './filter-conditions.ts';

type Listed = BookRecord & { tier: 0 | 1 };

type Request = {
  filters: CappedPaging & ListFilters;
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
 * - A course is looked up in its own indexes, unless it has too many listings.
 * - If these are too many to sort, more of the newest are read, or of the cheapest. A page can then be
 *   short, or even empty, and still have a next one.
 *
 * By price, listings of unverified sellers are not deferred: the user has chosen that order.
 */
export async function listFilteredBooks(
  database: ReadableDatabase,
  filters: CappedPaging & ListFilters,
  present: Date,
): Promise<Page<Book>> {
  const { cursor: start, now: begun } = readCursor(filters.cursor, present, filters.sort);
  const read = (limit: number) => list(database, { filters: { ...filters, limit }, start, begun, present });
  const toCursor = (last: Listed) => cursorAfter(last, begun, filters.sort);
  const { items, next } =
    filters.sort === 'price'
      ? await read(filters.limit)
      : await readCappedList({ paging: filters, start, read, toCursor });
  return { items: await toBooks(database, items, present), next };
}

async function list(database: ReadableDatabase, request: Request): Promise<Page<Listed>> {
  const { filters } = request;
  const isOfCourse = filters.course !== undefined;
  // Few listings are of one course, if not very many.
  const ofCourse = isOfCourse ? await collect(database, request) : null;
  if (ofCourse !== null) return toListPage(ofCourse, request);
  if (filters.sort === 'price')
    return isOfCourse
      ? scanByPrice(database, request)
      : toListPage(await cheapest(database, request), request);
  const recent = await scan(database, request, SHORT_SCAN);
  if (recent.length > filters.limit) return toListPage(recent, request);
  const collected = isOfCourse ? null : await collect(database, request);
  if (collected !== null) return toListPage(collected, request);
  const rows = await scan(database, request, LONG_SCAN);
  if (rows.length > filters.limit) return toListPage(rows, request);
  return { items: rows, next: await cursorAfterScan(database, request) };
}

const toListPage = (rows: Listed[], { filters, begun }: Request) =>
  toPage(rows, filters.limit, (last) => cursorAfter(last, begun, filters.sort));

const BY_LIST_ORDER = toOrderBy(listOrder);
const BY_PRICE_ORDER = toOrderBy(priceOrder);

/** The listings of `page`, a query of the columns id, tier and perhaps others. */
const withDetails = (page: string, order: string, others: readonly string[] = []) => `SELECT
    ${['tier', ...others].map((name) => `b.${name}`).join()}, ${BOOK_COLUMNS_SQL}
  FROM (SELECT ${['tier', ...others].map((name) => `p.${name}`).join()}, books.* FROM (${page}) p JOIN books ON books.id = p.id) b
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
    WHERE (SELECT is_complete FROM complete)
      ${start === null ? '' : `AND ${behindStart(order, start, add)}`}
    ORDER BY ${toOrderBy(order)} LIMIT ${add(rowsForPage(filters.limit))}`;
  const { tables, listings, isComplete } = collectListings(filters, isListed(filters, present, add), add);
  const { rows } = await database.pool.query<Listed & { isComplete: boolean }>(
    `WITH ${tables}, complete AS MATERIALIZED (SELECT ${isComplete} AS is_complete),
    found AS MATERIALIZED (
      SELECT id, created_at, price, is_boosted, boosted_until FROM (${listings}) l
      WHERE (SELECT is_complete FROM complete))
    SELECT c.is_complete AS "isComplete", b.* FROM complete c
    LEFT JOIN (${withDetails(page, toOrderBy(order))}) b ON true ORDER BY ${toOrderBy(order)}`,
    values,
  );
  return rows[0]!.isComplete ? rows.filter(({ id }) => id !== null) : null;
}

/** SQL: of each class the next listings by price, in the order of the list. */
function cheapestOfClasses({ filters, start, present }: Request, add: AddParameter, limit: string): string {
  const listed = `${isListed(filters, present, add)} AND ${FILTER_CLASS_SQL} = c.class`;
  const arm = (condition: string, order: string) => `(SELECT id, price, created_at FROM books
    WHERE ${listed} AND ${condition} ORDER BY ${order} LIMIT ${limit})`;
  const ofClass = () => {
    if (start === null) return arm(isInPriceRange(filters, add), BY_PRICE_ORDER);
    const samePrice = `price = ${add(start.price)} AND ${isOlder(start, add)}`;
    const higherPrice = `price > ${add(start.price)} AND price <= ${add(filters.maxPrice ?? bookLimits.price)}`;
    return `${arm(samePrice, 'created_at DESC, id DESC')} UNION ALL ${arm(higherPrice, BY_PRICE_ORDER)}`;
  };
  return `SELECT 1 AS tier, c.class, b.* FROM unnest(${add(filterClasses(filters))}::int[]) c (class)
    CROSS JOIN LATERAL (${ofClass()}) b`;
}

/** The page by price: of each class the cheapest. */
async function cheapest(database: ReadableDatabase, request: Request): Promise<Listed[]> {
  const { values, add } = createParameters();
  const limit = add(rowsForPage(request.filters.limit));
  const page = `SELECT tier, id FROM (${cheapestOfClasses(request, add, limit)}) c ORDER BY ${BY_PRICE_ORDER} LIMIT ${limit}`;
  const { rows } = await database.pool.query<Listed>(withDetails(page, BY_PRICE_ORDER), values);
  return rows;
}

/** The page by price of a course with many listings, among the next of all; it can be short. */
async function scanByPrice(database: ReadableDatabase, request: Request): Promise<Page<Listed>> {
  const { filters, begun } = request;
  const { values, add } = createParameters();
  const depth = Math.ceil(LONG_SCAN / filterClasses(filters).length);
  const limit = add(rowsForPage(filters.limit));
  // What follows the last one of a class that was not read to its end may be behind others of that class.
  const page = `WITH read AS MATERIALIZED (
      SELECT r.*, row_number() OVER (PARTITION BY class ORDER BY ${BY_PRICE_ORDER}) AS of_class,
        row_number() OVER (ORDER BY ${BY_PRICE_ORDER}) AS place
      FROM (${cheapestOfClasses(request, add, String(depth))}) r),
    last AS MATERIALIZED (SELECT min(place) AS place FROM read WHERE of_class = ${depth})
    (SELECT r.tier, r.id, true AS passes FROM read r JOIN books USING (id)
      WHERE r.place <= coalesce((SELECT place FROM last), r.place) AND ${passesFilters({ course: filters.course }, add)}
      ORDER BY r.place LIMIT ${limit})
    UNION ALL (SELECT r.tier, r.id, false FROM read r JOIN last USING (place))`;
  const { rows } = await database.pool.query<Listed & { passes: boolean }>(
    withDetails(page, BY_PRICE_ORDER, ['passes']),
    values,
  );
  const passing = rows.filter(({ passes }) => passes);
  const last = rows.find(({ passes }) => !passes);
  if (passing.length > filters.limit || last === undefined) return toListPage(passing, request);
  return { items: passing, next: cursorAfter(last, begun, filters.sort) };
}
