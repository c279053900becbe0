import { bookChanged } from '#features/books/server/public.ts';
import { busResumed } from '#platform/server/events/event-bus.ts';
import { cacheLifetimeMs, ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import { nowIfAny } from '#platform/server/jobs/scheduled-work.ts';
import type { NeighborStore } from '#platform/server/markets/neighbor-store.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { neighborEndpoints } from '../contract.ts';
import { findElsewhere } from './find-elsewhere.ts';
import {
  type CampusCard,
  confirmNeighbor,
  endNeighbor,
  listNeighbors,
  type Management,
  proposeNeighbor,
} from './manage-neighbors.ts';
import { createRelay, type Relay, selectListingsToShare, stopSharing } from './share-listings.ts';

/** No event tells that a listing of another campus is gone: this bounds how long it is shown, with that of pages. */
const LIFETIME_MS = 1_500;

type NeighborsOptions = {
  /** Null: the campus is alone. */
  store: NeighborStore | null;
  card: CampusCard;
};

export type Neighbors = { close(): void };

/** Mounts what campuses of one deployment show each other. Alone, nothing is shared and nothing is found. */
export async function mountNeighbors(
  context: ServerContext,
  { store, card }: NeighborsOptions,
): Promise<Neighbors> {
  const { endpoints, clock, events, metrics, services } = context;
  const cache = new ResponseCache({
    budgets: [services.caches],
    clock,
    lifetimeMs: store === null ? cacheLifetimeMs(events) : LIFETIME_MS,
    byUrl: true,
    entries: 500,
  });
  metrics.cache('neighbors', cache);
  const relay = store === null ? null : createRelay(context, store);
  const management: Management = { context, store, card, relay };
  const listAfter = async (change: Promise<void>) => {
    await change;
    cache.clear();
    return listNeighbors(management);
  };
  endpoints.mount(
    neighborEndpoints,
    {
      'GET /api/neighbors/listings': async ({ query }) => ({
        isAlone: store === null,
        neighbors: store === null ? [] : await findElsewhere(context, query, { store, ...card }),
      }),
      'GET /api/admin/neighbors': () => listNeighbors(management),
      'POST /api/admin/neighbors': ({ actor, body: { host } }) =>
        listAfter(proposeNeighbor(management, { actorId: actor.id, host })),
      'POST /api/admin/neighbors/:host/confirm': ({ actor, params: { host } }) =>
        listAfter(confirmNeighbor(management, { actorId: actor.id, host })),
      'DELETE /api/admin/neighbors/:host': ({ actor, params: { host } }) =>
        listAfter(endNeighbor(management, { actorId: actor.id, host })),
    },
    { cache: { 'GET /api/neighbors/listings': cache } },
  );
  await keepShared(context, relay);
  if (store !== null) void refreshCard(context, store, card);
  return { close: () => relay?.close() };
}

/** A change is shared at once, and within a minute if the process ends before. */
async function keepShared({ events, jobs, database }: ServerContext, relay: Relay | null): Promise<void> {
  if (relay === null) {
    // The campus has left a deployment: nobody takes what it would keep.
    await database.transaction(stopSharing);
    return;
  }
  events.subscribe(bookChanged, () => relay.wake());
  events.subscribe(busResumed, () => relay.wake());
  await jobs.schedule('share-listings', '* * * * *', () => relay.run(), {
    due: selectListingsToShare,
    nextDue: nowIfAny(selectListingsToShare),
  });
  relay.wake();
}

/** The settings of the campus may have changed: it is opened again then. */
async function refreshCard({ log }: ServerContext, store: NeighborStore, card: CampusCard): Promise<void> {
  try {
    if ((await store.list()).length > 0) await store.putCard(card);
  } catch (error) {
    log.warn({ err: error }, 'neighbors do not know the settings of this campus');
  }
}
