import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { editionProblem, type Edition } from '../contract.ts';
import type { EditionFacts, EditionSource } from '../rules.ts';
import { findCampusEdition } from './find-campus-edition.ts';
import { findCatalogEdition } from './catalog/find-catalog-edition.ts';
import type { RemoteLookup } from './remote/remote-lookup.ts';

type Context = Pick<ServerContext, 'database'> & { remote: RemoteLookup };

/**
 * The facts of an edition from the first source that knows it. `isbn`: 13 digits. Throws 'edition-not-found',
 * and 'service-unavailable' while a remote source that may know it does not respond.
 */
export async function findEdition({ database, remote }: Context, isbn: string): Promise<Edition> {
  const campus = await findCampusEdition(database, isbn);
  if (campus !== null) return toEdition(isbn, 'campus', campus);
  const shipped = findCatalogEdition(isbn);
  if (shipped !== null) return toEdition(isbn, 'catalogue', shipped);
  const fetched = await remote.find(isbn);
  if (fetched === 'unknown') throw editionProblem('edition-not-found');
  if ('unavailableMs' in fetched) {
    const retryAfter = Math.max(1, Math.ceil(fetched.unavailableMs / 1000));
    throw commonProblem('service-unavailable', { retryAfter });
  }
  return toEdition(isbn, fetched.source, fetched.facts);
}

const toEdition = (isbn: string, source: EditionSource, facts: EditionFacts): Edition => ({
  isbn,
  ...facts,
  source,
});
