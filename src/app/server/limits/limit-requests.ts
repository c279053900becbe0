import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import type { RateLimits } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { toPoints } from './request-costs.ts';

export type RequestLimit = EndpointRegistryOptions['limit'];

/** What a user writes: a number of requests, and their work. */
const writeRateLimit = { name: 'write', points: 120, durationMs: MINUTE_MS };
const writeWorkRateLimit = { name: 'write-work', points: 2_400, durationMs: MINUTE_MS };

/** Work: of 480 lists a minute for a user, of 2,400 for the visitors of a network, who may be a campus. */
const readRateLimit = { name: 'read', points: 2_400, durationMs: MINUTE_MS };
const networkRateLimit = { name: 'anonymous', points: 12_000, durationMs: MINUTE_MS };

/** The limit of routes that declare none: files, documents, uploads. */
const defaultRouteRateLimit = { name: 'route', points: 12_000, durationMs: MINUTE_MS };

/** Limits work by user, or without one by address: generously, because a campus can be one address. */
export function createRequestLimit(limits: RateLimits): RequestLimit {
  return async (key, actor, { ip }, query) => {
    const points = toPoints(key, query);
    if (actor === null) return limits.consumeForIp(networkRateLimit, ip, points);
    if (key.startsWith('GET ')) return limits.consume(readRateLimit, actor.id, points);
    await limits.consume(writeRateLimit, actor.id);
    return limits.consume(writeWorkRateLimit, actor.id, points);
  };
}

export function limitByDefault(http: FastifyInstance, limits: RateLimits): void {
  http.addHook('onRoute', (route) => {
    if (route.config?.limit === 'handler-enforced') return;
    const count = async ({ ip }: FastifyRequest) => limits.consumeForIp(defaultRouteRateLimit, ip);
    route.onRequest = [count, ...[route.onRequest ?? []].flat()];
  });
}
