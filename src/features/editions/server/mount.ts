import type { ServerContext } from '#platform/server/server-context.ts';
import { editionEndpoints } from '../contract.ts';
import { lookupRateLimit, type RemoteSourceName } from '../rules.ts';
import { deleteOldEditions, createRemoteLookup } from './remote/remote-lookup.ts';
import { findEdition } from './find-edition.ts';
import { joinWorks, splitEdition } from './works/decide-works.ts';
import { nowIfAny } from '#platform/server/jobs/scheduled-work.ts';
import { listWorks } from './works/list-works.ts';
import { findWork, listOtherEditions } from './works/find-work.ts';
import { groupWorks, selectWorksToGroup } from './works/group-works.ts';
import { createWorkCache, worksChanged } from './works/work-cache.ts';
import { createGoogleBooks } from './remote/google-books.ts';
import { createOpenLibrary } from './remote/open-library.ts';
import type { RemoteSource } from './remote/remote-source.ts';

export type IsbnLookupConfig = {
  /** The remote sources in the order of the requests; empty to use local data only. */
  sources: readonly RemoteSourceName[];
  openLibraryUrl: string;
  googleBooksUrl: string;
  googleBooksKey: string | null;
};

/** Mounts the lookup of editions. `contact`: for the operators of the remote libraries. */
export async function mountEditions(
  context: ServerContext,
  { contact, ...config }: IsbnLookupConfig & { contact: string | null },
): Promise<void> {
  const { endpoints, database, clock, events, jobs, limits } = context;
  const create: Record<RemoteSourceName, () => RemoteSource[]> = {
    openlibrary: () => [createOpenLibrary({ clock, url: config.openLibraryUrl, contact })],
    googlebooks: () =>
      config.googleBooksKey === null
        ? []
        : [createGoogleBooks({ clock, url: config.googleBooksUrl, key: config.googleBooksKey })],
  };
  const remote = createRemoteLookup(
    context,
    config.sources.flatMap((name) => create[name]()),
  );
  const works = createWorkCache(context);
  endpoints.mount(
    editionEndpoints,
    {
      'GET /api/editions/:isbn': async ({ actor, params, caller }) => {
        await limits.consume(lookupRateLimit.user, actor.id);
        await limits.consumeForIp(lookupRateLimit.network, caller.ip);
        return findEdition({ ...context, remote }, params.isbn);
      },
      'GET /api/admin/works': ({ query }) => listWorks(database, query.search, clock.now()),
      'POST /api/admin/works/join': async ({ actor, body }) => {
        await joinWorks(database, body.isbns, { actorId: actor.id, now: clock.now() });
        events.publish(worksChanged, {});
        return findWork(database, body.isbns[0], clock.now());
      },
      'POST /api/admin/works/split': async ({ actor, body }) => {
        await splitEdition(database, body.isbn, { actorId: actor.id, now: clock.now() });
        events.publish(worksChanged, {});
        return findWork(database, body.isbn, clock.now());
      },
      'GET /api/works/:isbn': ({ params }) => findWork(database, params.isbn, clock.now()),
      'GET /api/works/:isbn/other-listings': ({ params }) =>
        listOtherEditions(database, params.isbn, clock.now()),
    },
    { cache: { 'GET /api/works/:isbn': works, 'GET /api/works/:isbn/other-listings': works } },
  );
  await jobs.schedule('group-works', '* * * * *', () => groupWorks(context), {
    due: selectWorksToGroup,
    nextDue: nowIfAny(selectWorksToGroup),
  });
  await jobs.schedule('delete-old-editions', '53 3 * * *', () => deleteOldEditions(context));
}
