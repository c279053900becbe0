import { bookChanged } from '#features/books/server/public.ts';
import { busResumed, defineTopic } from '#platform/server/events/event-bus.ts';
import { cacheLifetimeMs, ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import type { ServerContext } from '#platform/server/server-context.ts';

/** A person or a library has changed which ISBNs are one work. */
export const worksChanged = defineTopic<{}>('works-changed');

/** Responses about works, cleared when a listing or a work changes. */
export function createWorkCache({ clock, events, metrics, services }: ServerContext): ResponseCache {
  const works = new ResponseCache({
    budgets: [services.caches],
    clock,
    lifetimeMs: cacheLifetimeMs(events),
    entries: 500,
    byUrl: true,
  });
  metrics.cache('works', works);
  const clear = () => works.clear();
  events.subscribe(bookChanged, clear);
  events.subscribe(worksChanged, clear);
  events.subscribe(busResumed, clear);
  return works;
}
