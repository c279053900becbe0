import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { EditionFacts } from '../rules.ts';
import { findCatalogEdition } from './catalog/find-catalog-edition.ts';

export type NamedEdition = Pick<EditionFacts, 'title' | 'author' | 'edition'>;

/** What the catalog and stored responses know of these ISBNs, by ISBN. It requests nothing: for lists. */
export async function findStoredEditions(
  { pool }: Pick<ReadableDatabase, 'pool'>,
  isbns: readonly string[],
): Promise<Map<string, NamedEdition>> {
  const found = new Map<string, NamedEdition>();
  const others: string[] = [];
  for (const isbn of new Set(isbns)) {
    const shipped = findCatalogEdition(isbn);
    if (shipped === null) others.push(isbn);
    else found.set(isbn, shipped);
  }
  if (others.length === 0) return found;
  const { rows } = await pool.query<NamedEdition & { isbn: string }>({
    name: 'stored-editions',
    text: `SELECT DISTINCT ON (isbn) isbn, title, author, edition FROM fetched_editions
      WHERE isbn = ANY($1) AND title IS NOT NULL ORDER BY isbn, fetched_at DESC`,
    values: [others],
  });
  for (const { isbn, ...edition } of rows) found.set(isbn, edition);
  return found;
}
