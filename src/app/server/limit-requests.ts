import { toIpNetwork } from '#platform/server/http/ip-network.ts';
import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import { RateLimiter } from '#platform/server/rate-limits/rate-limiter.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';

const writes = { name: 'write', points: 120, durationMs: MINUTE_MS };
const reads = { name: 'read', points: 1_200, durationMs: MINUTE_MS };
const anonymous = { name: 'anonymous', points: 6_000, durationMs: MINUTE_MS };

/**
 * Limits the requests of a user, or of an address. Requests with an actor count by the user. A response that
 * is the same for all users counts by the address, and only where it is not cached: a campus can be one
 * address behind its router, so these limits are generous and stop floods only.
 */
export function createRequestLimit(clock: Clock): EndpointRegistryOptions['limit'] {
  const limiter = new RateLimiter(clock);
  return async (key, actor, caller, cost) => {
    const limit = actor === null ? anonymous : key.startsWith('GET ') ? reads : writes;
    limiter.consume(limit, actor?.id ?? toIpNetwork(caller.ip), cost);
  };
}
