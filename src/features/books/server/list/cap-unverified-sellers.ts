import type { Page } from '#platform/shared/define-endpoints.ts';
import { MAX_FIRST_PAGE_LISTINGS_PER_UNVERIFIED_SELLER } from '../../rules.ts';
import type { BookRecord } from '../book-row.ts';
import { type CappedPaging, type ListStart, withShown } from './list-cursor.ts';
import {
  IS_BOOSTED,
  listedSql,
  type ListRequest,
  type ListStatement,
  NEWEST_FIRST,
  statementName,
  tierSql,
  withSellersSql,
} from './list-statements.ts';

/** The newest listings among which a capped page of the whole list finds those of other sellers. */
const MAX_CAP_CANDIDATES = 1_000;
/** The same of other lists, whose rows are read whole. */
const MAX_ROWS_READ = 200;

type Row = Pick<BookRecord, 'id' | 'seller_mailbox' | 'seller_verified'> & { tier: 0 | 1 };

type List<R extends Row> = {
  paging: CappedPaging;
  /** null: the first page. */
  start: ListStart | null;
  /** A page of this many rows in the order of the list. */
  read: (limit: number) => Promise<Page<R>>;
  /** The cursor behind a row. */
  toCursor: (last: R) => string;
  /** The rows of a capped first page and more, the deferred ones last; without it, of the first rows. */
  readCapped?: () => Promise<R[]>;
};

/**
 * A page of a list. The first one has at most three listings of one mailbox without a verified email, as long
 * as others fill it; boosted listings are paid for, and not counted. The list goes on behind the last listing
 * before which none was deferred, without those that the first page has shown: nothing is lost or repeated.
 */
export async function readCappedList<R extends Row>(list: List<R>): Promise<Page<R>> {
  const { paging, start, read, toCursor } = list;
  const { limit } = paging;
  if (start !== null) return start.shown === undefined ? read(limit) : readWithoutShown(list, start.shown);
  const page = await read(limit);
  if (page.next === null || paging.isCapped === false || !isOverCap(page.items)) return page;
  const rows = (await list.readCapped?.()) ?? deferOverCap((await read(MAX_ROWS_READ)).items);
  const items = rows.slice(0, limit);
  const last = findFirstFull(items);
  // The listings that were over the cap may be gone by now.
  if (last === undefined) return page;
  const shown = items.slice(items.indexOf(last) + 1).map(({ id }) => id);
  return { items, next: withShown(toCursor(last), shown) };
}

async function readWithoutShown<R extends Row>(
  { paging: { limit }, read, toCursor }: List<R>,
  shown: readonly string[],
): Promise<Page<R>> {
  const { items: rows, next } = await read(limit + shown.length);
  const others = rows.filter(({ id }) => !shown.includes(id));
  const items = others.slice(0, limit);
  const isCut = others.length > limit;
  if (!isCut && next === null) return { items, next };
  const passed = isCut ? rows.slice(0, rows.indexOf(items.at(-1)!)) : rows;
  const ahead = shown.filter((id) => !passed.some((row) => row.id === id));
  return { items, next: withShown(isCut ? toCursor(items.at(-1)!) : next!, ahead) };
}

/** Calls back for each row that counts, with its number among those of its mailbox, from 1. */
function findByNumber<R extends Row>(rows: readonly R[], isFound: (number: number) => boolean): R[] {
  const numbers = new Map<string, number>();
  return rows.filter(({ tier, seller_mailbox: mailbox, seller_verified: isVerified }) => {
    if (tier === 0 || isVerified) return false;
    const number = (numbers.get(mailbox) ?? 0) + 1;
    numbers.set(mailbox, number);
    return isFound(number);
  });
}

const findOverCap = <R extends Row>(rows: readonly R[]): R[] =>
  findByNumber(rows, (number) => number > MAX_FIRST_PAGE_LISTINGS_PER_UNVERIFIED_SELLER);

const isOverCap = (rows: readonly Row[]): boolean => findOverCap(rows).length > 0;

/** The first listing that is the last one of its mailbox: nothing before it was deferred. */
const findFirstFull = <R extends Row>(rows: readonly R[]): R | undefined =>
  findByNumber(rows, (number) => number === MAX_FIRST_PAGE_LISTINGS_PER_UNVERIFIED_SELLER)[0];

function deferOverCap<R extends Row>(rows: readonly R[]): R[] {
  const deferred = new Set(findOverCap(rows));
  return [...rows.filter((row) => !deferred.has(row)), ...deferred];
}

/** The first page of the whole list, with deferred listings at its end if others do not fill it. */
export function cappedStatement(request: ListRequest): ListStatement {
  const capped = `(SELECT 1 AS tier, picked.is_deferred, b.* FROM (
      SELECT id, NOT is_verified AND of_mailbox > ${MAX_FIRST_PAGE_LISTINGS_PER_UNVERIFIED_SELLER} AS is_deferred FROM (
        SELECT b.id, b.created_at, u.email_verified AS is_verified,
          row_number() OVER (PARTITION BY u.mailbox, u.email_verified ORDER BY ${NEWEST_FIRST}) AS of_mailbox
        FROM (SELECT b.id, b.seller_id, b.created_at FROM books b WHERE ${listedSql(request, `NOT (${IS_BOOSTED})`)}
          ORDER BY ${NEWEST_FIRST} LIMIT ${MAX_CAP_CANDIDATES}) b
        CROSS JOIN LATERAL (SELECT email_verified, mailbox FROM users WHERE id = b.seller_id LIMIT 1) u) b
      ORDER BY is_deferred, ${NEWEST_FIRST} LIMIT $2) picked JOIN books b ON b.id = picked.id)`;
  return {
    name: statementName(request, 'capped'),
    text: withSellersSql([tierSql(request, 0), capped], `b.tier, b.is_deferred, ${NEWEST_FIRST}`),
  };
}
