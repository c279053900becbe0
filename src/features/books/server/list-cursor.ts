import { z } from 'zod';
import { decodeCursor, encodeCursor, epochMsSchema } from '#platform/server/keyset.ts';
import { DAY_MS } from '#platform/shared/durations.ts';

const cursor = z.strictObject({
  /** 0 boosted, 1 not. */
  tier: z.union([z.literal(0), z.literal(1)]),
  /** Of a search; 0 in a list. */
  rank: z
    .number()
    .max(100)
    // Below this lies nothing that PostgreSQL's `real` can hold.
    .refine((rank) => rank === 0 || rank > 1e-30),
  /** Of a search: whether the list matches any of the words, because no listing matches all. */
  any: z.boolean(),
  at: epochMsSchema,
  id: z.uuid(),
  /**
   * Time of the first page, which decides what is boosted: a boost that expires between two pages would
   * repeat a book.
   */
  now: epochMsSchema,
});
type ListCursor = z.infer<typeof cursor>;
/** Where a page starts. */
export type ListStart = Omit<ListCursor, 'at' | 'now'> & { at: Date };

const MAX_CURSOR_AGE_MS = DAY_MS;

type Placed = { id: string; tier: 0 | 1; created_at: Date; rank?: number; any?: boolean };

/** Where the page after this row starts. */
export function cursorAfter(row: Placed, now: Date): string {
  const value: ListCursor = {
    tier: row.tier,
    rank: row.rank ?? 0,
    any: row.any ?? false,
    at: row.created_at.getTime(),
    id: row.id,
    now: now.getTime(),
  };
  return encodeCursor(value);
}

/** The start of the requested page; for the first page the current time. */
export function readCursor(text: string | undefined, now: Date): { cursor: ListStart | null; now: Date } {
  if (text === undefined) return { cursor: null, now };
  const read = decodeCursor(text, cursor);
  const started = new Date(read.now);
  const age = now.getTime() - started.getTime();
  return {
    cursor: { ...read, at: new Date(read.at) },
    now: age >= 0 && age < MAX_CURSOR_AGE_MS ? started : now,
  };
}
