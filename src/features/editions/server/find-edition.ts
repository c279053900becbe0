import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { editionProblem, type Edition } from '../contract.ts';
import type { RemoteLookup } from './remote/remote-lookup.ts';
import type { Database } from '#platform/server/database/database.ts';
import {
  MIN_AGREEING_SELLERS,
  MIN_CORRECTING_SELLERS,
  type EditionFacts,
  type EditionSource,
} from '../rules.ts';
import { findCatalogEdition } from './catalog/find-catalog-edition.ts';
import { findCampusEdition } from './find-campus-edition.ts';

type Context = Pick<ServerContext, 'database'> & { remote: RemoteLookup };

/**
 * The facts of an edition: what the product knows itself, else from a remote source. `isbn`: 13 digits.
 * Throws 'edition-not-found', and 'service-unavailable' while a remote source that may know it does not
 * respond.
 */
export async function findEdition({ database, remote }: Context, isbn: string): Promise<Edition> {
  const local = await findLocalEdition(database, isbn);
  if (local !== null) return { isbn, ...local.facts, source: local.source };
  const fetched = await remote.find(isbn);
  if (fetched === 'unknown') throw editionProblem('edition-not-found');
  if ('unavailableMs' in fetched) {
    const retryAfter = Math.max(1, Math.ceil(fetched.unavailableMs / 1000));
    throw commonProblem('service-unavailable', { retryAfter });
  }
  return { isbn, ...fetched.facts, source: fetched.source };
}

type LocalEdition = { source: EditionSource; facts: EditionFacts };

/** What the product knows itself of an ISBN: the catalog, unless five sellers agree; else two who agree. */
export async function findLocalEdition(database: Database, isbn: string): Promise<LocalEdition | null> {
  const shipped = findCatalogEdition(isbn);
  const agreeingSellers = shipped === null ? MIN_AGREEING_SELLERS : MIN_CORRECTING_SELLERS;
  const campus = await findCampusEdition(database, isbn, agreeingSellers);
  if (campus !== null) return { source: 'campus', facts: campus };
  return shipped && { source: 'catalogue', facts: shipped };
}
