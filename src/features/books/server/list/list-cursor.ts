import { z } from 'zod';
import type { BookFilters } from '../../filters.ts';
import { MAX_AMOUNT } from '#platform/shared/market/market.ts';
import {
  decodeCursor,
  encodeCursor,
  epochMsSchema,
  invalidCursor,
  type Paging,
} from '#platform/server/keyset.ts';
import { DAY_MS } from '#platform/shared/durations.ts';

const cursor = z.strictObject({
  /** 0 boosted, 1 not. */
  tier: z.union([z.literal(0), z.literal(1)]),
  /** The rank in a search; 0 in a list. */
  rank: z
    .number()
    .max(100)
    // PostgreSQL's `real` holds no smaller number.
    .refine((rank) => rank === 0 || rank > 1e-30),
  /** Whether a search matches any of the words, because no listing matches all. Pages that are open know the name. */
  any: z.boolean(),
  /** The price in a list by price. Absent in others, also because processes of an older version do not know it. */
  price: z.int().min(0).max(MAX_AMOUNT).optional(),
  /** If the first page deferred listings: those that it showed behind this position, packed for the URL. */
  shown: z.base64url().max(2_200).optional(),
  at: epochMsSchema,
  id: z.uuid(),
  /** Time of the first page, which decides what is boosted: a boost that ends would repeat a book. */
  now: epochMsSchema,
});
type ListCursor = z.infer<typeof cursor>;
/** `isCounted`: the rows are only counted. `mustMatchAll`: a search finds nothing unless all its words match. */
export type ListPaging = Paging & { isCounted?: true; mustMatchAll?: true };

export type ListStart = Omit<ListCursor, 'at' | 'now' | 'shown'> & {
  at: Date;
  shown?: readonly string[] | undefined;
};

type Sort = BookFilters['sort'];

const MAX_CURSOR_AGE_MS = DAY_MS;

type Placed = {
  id: string;
  tier: 0 | 1;
  createdAt: Date;
  rank?: number;
  matchesAnyWord?: boolean;
  price?: number;
};

/** Where the page after this row starts. */
export function cursorAfter(row: Placed, now: Date, sort?: Sort): string {
  const value: ListCursor = {
    tier: row.tier,
    rank: row.rank ?? 0,
    any: row.matchesAnyWord ?? false,
    ...(sort === 'price' && { price: row.price }),
    at: row.createdAt.getTime(),
    id: row.id,
    now: now.getTime(),
  };
  return encodeCursor(value);
}

/** The same start, for pages that leave out these listings. */
export function withShown(cursorText: string, shown: readonly string[]): string {
  const { shown: _, ...value } = decodeCursor(cursorText, cursor);
  return encodeCursor(shown.length === 0 ? value : { ...value, shown: packIds(shown) });
}

const packIds = (ids: readonly string[]): string =>
  Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url');

const unpackIds = (packed: string): string[] =>
  Array.from(
    Buffer.from(packed, 'base64url')
      .toString('hex')
      .matchAll(/(.{8})(.{4})(.{4})(.{4})(.{12})/g),
    (groups) => groups.slice(1).join('-'),
  );

/**
 * The start of the requested page; for the first page the current time. Throws 'invalid-request', also for a
 * cursor that leaves out more listings than the page before it can have shown: they are read, and the request
 * is charged by its limit.
 */
export function readCursor(
  { cursor: text, limit, sort }: Paging & { sort?: Sort },
  now: Date,
): { cursor: ListStart | null; now: Date } {
  if (text === undefined) return { cursor: null, now };
  const read = decodeCursor(text, cursor);
  const shown = read.shown === undefined ? undefined : unpackIds(read.shown);
  if ((sort === 'price') !== (read.price !== undefined) || (shown?.length ?? 0) >= limit)
    throw invalidCursor();
  const started = new Date(read.now);
  const age = now.getTime() - started.getTime();
  return {
    cursor: { ...read, at: new Date(read.at), shown },
    now: age >= 0 && age < MAX_CURSOR_AGE_MS ? started : now,
  };
}
