import { z } from 'zod';
import { decodeCursor, encodeCursor } from '#platform/server/keyset.ts';

const cursor = z.strictObject({
  /** 0 boosted, 1 not. */
  tier: z.union([z.literal(0), z.literal(1)]),
  /** Of a search; 0 in a list. */
  rank: z.number(),
  at: z.iso.datetime(),
  id: z.uuid(),
  /** When the first page was made: what is boosted is judged by this, or a boost ending between two pages repeats a book. */
  now: z.iso.datetime(),
});
export type ListCursor = z.infer<typeof cursor>;

const longestReading = 24 * 3600 * 1000;

type Placed = { id: string; tier: 0 | 1; created_at: Date; rank?: number };

/** Where the page after this row starts. */
export function cursorAfter(row: Placed, now: Date): string {
  const value: ListCursor = {
    tier: row.tier,
    rank: row.rank ?? 0,
    at: row.created_at.toISOString(),
    id: row.id,
    now: now.toISOString(),
  };
  return encodeCursor(value);
}

/** Where the asked page starts; a first page starts nowhere and is judged by `now`. */
export function readCursor(text: string | undefined, now: Date): { cursor: ListCursor | null; now: Date } {
  if (text === undefined) return { cursor: null, now };
  const read = decodeCursor(text, cursor);
  const started = new Date(read.now);
  const age = now.getTime() - started.getTime();
  return { cursor: read, now: age >= 0 && age < longestReading ? started : now };
}
