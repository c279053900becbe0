import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { editionProblem, type Edition } from '../contract.ts';
import { findLocalEdition } from './find-local-edition.ts';
import type { RemoteLookup } from './remote/remote-lookup.ts';

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
