import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { toIpNetwork } from '#platform/server/http/ip-network.ts';
import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import { commonProblem } from '#platform/shared/problem.ts';

/**
 * Bounds what one person, or one address, may ask for in a minute. Calls that know who asks count by the person. What is the
 * same for everybody counts by the address, and only where it has to be made anew: a whole campus can be one address behind its
 * router, so these limits are generous, against floods only.
 */
export function createRateLimiter(): EndpointRegistryOptions['limit'] {
  const writes = new RateLimiterMemory({ points: 120, duration: 60 });
  const reads = new RateLimiterMemory({ points: 1_200, duration: 60 });
  const anonymous = new RateLimiterMemory({ points: 6_000, duration: 60 });
  return async (key, actor, caller, cost = 1) => {
    const limiter = actor === null ? anonymous : key.startsWith('GET ') ? reads : writes;
    try {
      await limiter.consume(actor?.id ?? toIpNetwork(caller.ip), cost);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw commonProblem('too-many-requests', { retryAfter: refused.msBeforeNext / 1000 });
    }
  };
}
