import { type SQL, sql } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';

/** A moment with the clock's precision, so that a value is read exactly as it was written. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** The words of a `check`: `status in ('pending', 'done')`. Constants of the code only: they are not escaped. */
export const sqlStringList = (words: readonly string[]): SQL =>
  sql.raw(words.map((word) => `'${word}'`).join(', '));
