import type { Database } from '#platform/server/database/database.ts';
import {
  MIN_AGREEING_SELLERS,
  MIN_CORRECTING_SELLERS,
  type EditionFacts,
  type EditionSource,
} from '../rules.ts';
import { findCatalogEdition } from './catalog/find-catalog-edition.ts';
import { findCampusEdition } from './find-campus-edition.ts';

type LocalEdition = { source: EditionSource; facts: EditionFacts };

/**
 * What the product knows of an ISBN without remote sources, null if nothing: from the shipped catalog, unless
 * five sellers agree and correct it; else from two sellers who agree. `isbn`: 13 digits.
 */
export async function findLocalEdition(database: Database, isbn: string): Promise<LocalEdition | null> {
  const shipped = findCatalogEdition(isbn);
  const agreeingSellers = shipped === null ? MIN_AGREEING_SELLERS : MIN_CORRECTING_SELLERS;
  const campus = await findCampusEdition(database, isbn, agreeingSellers);
  if (campus !== null) return { source: 'campus', facts: campus };
  return shipped && { source: 'catalogue', facts: shipped };
}
