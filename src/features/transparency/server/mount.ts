import { caseChanged } from '#features/moderation/server/public.ts';
import { busResumed } from '#platform/server/events/event-bus.ts';
import { cacheLifetimeMs, ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { transparencyEndpoints } from '../contract.ts';
import { KeptCounts } from './kept-counts.ts';
import { readFigures } from './read-figures.ts';

/** Mounts the public numbers. Each year is cached until something of a case changes. */
export function mountTransparency(context: ServerContext): void {
  const { endpoints, clock, events, metrics, services } = context;
  const kept = new KeptCounts(context);
  const years = new ResponseCache({
    budgets: [services.caches],
    clock,
    lifetimeMs: cacheLifetimeMs(events),
    byUrl: true,
    entries: 20,
  });
  metrics.cache('transparency', years);
  events.subscribe(caseChanged, () => years.clear());
  events.subscribe(busResumed, () => years.clear());
  endpoints.mount(
    transparencyEndpoints,
    {
      'GET /api/transparency': ({ query }) => readFigures(kept, query.year ?? clock.now().getUTCFullYear()),
    },
    { cache: { 'GET /api/transparency': years } },
  );
}
