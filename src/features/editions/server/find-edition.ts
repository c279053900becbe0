import type { ServerContext } from '#platform/server/server-context.ts';
import { editionProblem, type Edition } from '../contract.ts';
import type { EditionFacts, EditionSource } from '../rules.ts';
import { findCampusEdition } from './find-campus-edition.ts';
import { findCatalogEdition } from './catalog/find-catalog-edition.ts';
import type { RemoteLookup } from './remote/remote-lookup.ts';

type Context = Pick<ServerContext, 'database'> & { remote: RemoteLookup };

/**
 * The facts of an edition from the first source that knows it. `isbn`: 13 digits. Throws 'edition-not-found',
 * also when a remote source does not respond in time.
 */
export async function findEdition({ database, remote }: Context, isbn: string): Promise<Edition> {
  const campus = await findCampusEdition(database, isbn);
  if (campus !== null) return toEdition(isbn, 'campus', campus);
  const shipped = findCatalogEdition(isbn);
  if (shipped !== null) return toEdition(isbn, 'catalogue', shipped);
  const fetched = await remote.find(isbn);
  if (fetched === null) throw editionProblem('edition-not-found');
  return toEdition(isbn, fetched.source, fetched.facts);
}

const toEdition = (isbn: string, source: EditionSource, facts: EditionFacts): Edition => ({
  isbn,
  ...facts,
  source,
});
