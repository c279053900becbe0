import { z } from 'zod';
import { commonProblem } from '#platform/shared/problem.ts';

/** Milliseconds; within what a database and a clock can hold. */
export const moment = z
  .int()
  .min(0)
  .max(Date.UTC(2200, 0, 1));

const keyset = z.strictObject({ at: moment, id: z.uuid() });

/** Where the next page of a list in order of time and id starts: behind this row. */
export type Keyset = { at: Date; id: string };

export const encodeKeyset = ({ at, id }: Keyset): string => encodeCursor({ at: at.getTime(), id });

/** null for the first page; raises 'invalid-request' for what no list has given out. */
export function decodeKeyset(cursor: string | undefined): Keyset | null {
  if (cursor === undefined) return null;
  const { at, id } = decodeCursor(cursor, keyset);
  return { at: new Date(at), id };
}

/** An opaque cursor: readers hand it back, they do not make it. */
export const encodeCursor = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

export function decodeCursor<T>(cursor: string, schema: z.ZodType<T>): T {
  let value: unknown = null;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    // Falls through: null is no cursor.
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw commonProblem('invalid-request', { detail: 'This page address is not valid.' });
  return parsed.data;
}
