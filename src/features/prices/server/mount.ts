import { bookChanged, findPriceBand } from '#features/books/server/public.ts';
import { busResumed } from '#platform/server/events/event-bus.ts';
import { cacheLifetimeMs, ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { priceEndpoints } from '../contract.ts';

/** Mounts price guidance. It is the same for every caller, and cached like the lists of books. */
export function mountPrices({ endpoints, database, clock, events, metrics }: ServerContext): void {
  const cache = new ResponseCache({ clock, lifetimeMs: cacheLifetimeMs(events), byUrl: true, entries: 500 });
  metrics.cache('price-guidance', cache);
  events.subscribe(bookChanged, () => cache.clear());
  events.subscribe(busResumed, () => cache.clear());
  endpoints.mount(
    priceEndpoints,
    { 'GET /api/price-guidance': ({ query }) => findPriceBand(database, query, clock.now()) },
    { cache: { 'GET /api/price-guidance': cache } },
  );
}
