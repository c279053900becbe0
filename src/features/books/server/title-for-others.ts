import { sql } from 'drizzle-orm';
import { books } from './table.ts';

/**
 * The title of a joined listing in what another user than its seller exports. Null once it is deleted: what it
 * said is no longer theirs to read.
 */
export const titleForOthers = sql<
  string | null
>`CASE WHEN ${books.deletedAt} IS NULL THEN ${books.title} END`;
