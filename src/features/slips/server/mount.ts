import { cacheLifetimeMs, ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import { bookChanged } from '#features/books/server/public.ts';
import { busResumed } from '#platform/server/events/event-bus.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { slipEndpoints } from '../contract.ts';
import { getShortAddress } from './get-short-address.ts';
import { getSlip, listSlipsOfSeller } from './get-slips.ts';

export function mountSlips(context: ServerContext): void {
  const { endpoints, database, clock } = context;
  const cache = createCache(context);
  endpoints.mount(
    slipEndpoints,
    {
      'GET /api/books/:id/slip': ({ params }) => getSlip(context, params.id, clock.now()),
      'GET /api/users/:id/slips': ({ params }) => listSlipsOfSeller(context, params.id, clock.now()),
      'GET /api/short-addresses/:code': ({ params }) => getShortAddress(database, params.code, clock.now()),
    },
    {
      cache: {
        'GET /api/books/:id/slip': cache,
        'GET /api/users/:id/slips': cache,
        'GET /api/short-addresses/:code': cache,
      },
    },
  );
}

function createCache({ clock, events, metrics, services }: ServerContext): ResponseCache {
  const slips = new ResponseCache({
    budgets: [services.caches],
    clock,
    lifetimeMs: cacheLifetimeMs(events),
    entries: 200,
  });
  metrics.cache('slips', slips);
  events.subscribe(bookChanged, () => slips.clear());
  events.subscribe(busResumed, () => slips.clear());
  return slips;
}
