import { type SQL, sql } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';

/** A moment as the clock says it, so that what is read is what was written. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** The words of a `check`: `status in ('pending', 'done')`. Constants of the code alone: they are not escaped. */
export const sqlStringList = (words: readonly string[]): SQL =>
  sql.raw(words.map((word) => `'${word}'`).join(', '));
