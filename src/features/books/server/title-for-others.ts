import { sql } from 'drizzle-orm';
import { books } from './table.ts';

/** The title of a listing as others than its seller export it: null once it is deleted, and while it is hidden. */
export const titleForOthers = sql<
  string | null
>`CASE WHEN ${books.deletedAt} IS NULL AND ${books.hiddenAt} IS NULL THEN ${books.title} END`;
