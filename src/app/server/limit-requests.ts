import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import type { RateLimits } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '#platform/shared/durations.ts';

const writeRateLimit = { name: 'write', points: 120, durationMs: MINUTE_MS };
const readRateLimit = { name: 'read', points: 1_200, durationMs: MINUTE_MS };
const anonymousRateLimit = { name: 'anonymous', points: 6_000, durationMs: MINUTE_MS };

/** Of routes that declare no limit of their own: files, documents, uploads. */
const defaultRouteRateLimit = { name: 'route', points: 12_000, durationMs: MINUTE_MS };

/**
 * Limits the requests of a user, or of an address. Requests with an actor count by the user. A response that
 * is the same for all users counts by the address, and only where it is not cached: a campus can be one
 * address behind its router, so these limits are generous and stop floods only.
 */
export function createRequestLimit(limits: RateLimits): EndpointRegistryOptions['limit'] {
  return async (key, actor, caller, cost) => {
    if (actor === null) return limits.consumeForIp(anonymousRateLimit, caller.ip, cost);
    return limits.consume(key.startsWith('GET ') ? readRateLimit : writeRateLimit, actor.id, cost);
  };
}

/** Limits each route that is mounted from now on, unless it opts out by `config.limit`. */
export function limitByDefault(http: FastifyInstance, limits: RateLimits): void {
  http.addHook('onRoute', (route) => {
    if (route.config?.limit === 'handler-enforced') return;
    const count = async ({ ip }: FastifyRequest) => limits.consumeForIp(defaultRouteRateLimit, ip);
    route.onRequest = [count, ...[route.onRequest ?? []].flat()];
  });
}
