import type { Page } from '#platform/shared/define-endpoints.ts';
import { MAX_FIRST_PAGE_LISTINGS_PER_UNVERIFIED_SELLER } from '../../rules.ts';
import type { BookRecord } from '../book-row.ts';
import { type ListPaging, type ListStart, withShown } from './list-cursor.ts';

type Row = Pick<BookRecord, 'id' | 'sellerMailbox' | 'isSellerVerified'> & { tier: 0 | 1 };

type List<R extends Row> = {
  paging: ListPaging;
  /** null: the first page. */
  start: ListStart | null;
  /** A page of this many rows in the order of the list. */
  read: (limit: number) => Promise<Page<R>>;
  toCursor: (last: R) => string;
  /** The rows of a capped first page, the deferred ones last. */
  readCapped: () => Promise<R[]>;
};

/**
 * A page of a list. The first one has at most three listings of one mailbox without a verified email, as long
 * as others fill it; boosted listings are paid for, and not counted. The list goes on behind the last listing
 * before which none was deferred, without those that the first page has shown: nothing is lost or repeated.
 */
export async function readCappedList<R extends Row>(list: List<R>): Promise<Page<R>> {
  const { paging, start, read, readCapped, toCursor } = list;
  const { limit } = paging;
  if (start !== null) return start.shown === undefined ? read(limit) : readWithoutShown(list, start.shown);
  const page = await read(limit);
  if (page.next === null || paging.isCounted === true || !isOverCap(page.items)) return page;
  const items = (await readCapped()).slice(0, limit);
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
  return rows.filter(({ tier, sellerMailbox: mailbox, isSellerVerified: isVerified }) => {
    if (tier === 0 || isVerified) return false;
    const number = (numbers.get(mailbox) ?? 0) + 1;
    numbers.set(mailbox, number);
    return isFound(number);
  });
}

const isOverCap = (rows: readonly Row[]): boolean =>
  findByNumber(rows, (number) => number > MAX_FIRST_PAGE_LISTINGS_PER_UNVERIFIED_SELLER).length > 0;

/** The first listing that is the last one of its mailbox: nothing before it was deferred. */
const findFirstFull = <R extends Row>(rows: readonly R[]): R | undefined =>
  findByNumber(rows, (number) => number === MAX_FIRST_PAGE_LISTINGS_PER_UNVERIFIED_SELLER)[0];
