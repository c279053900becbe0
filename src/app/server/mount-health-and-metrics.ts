import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { onForwardedRequest } from './on-forwarded-request.ts';
import { ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { findMissingStandby, readStandbyState } from '#platform/server/database/synchronous-standby.ts';
import { commonProblem } from '#platform/shared/problem.ts';

/** Each check is a statement. A failure is not cached. */
const READINESS_TTL_MS = 1_000;

type Options = {
  metricsToken: string | undefined;
  /** Whether a proxy on this machine makes every request look local. */
  behindProxy: boolean;
  expectsSynchronousStandby: boolean;
};

export function mountHealthAndMetrics(context: ServerContext, options: Options): void {
  const { metricsToken } = options;
  let { behindProxy } = options;
  const { http, database, clock, services } = context;
  const { process } = context.metrics;
  const open = { config: { auth: 'public' as const } };

  http.get('/healthz', open, () => ({ status: 'ok' }));

  const ready = new ResponseCache({
    budgets: [services.caches],
    clock,
    lifetimeMs: READINESS_TTL_MS,
    entries: 1,
    byUrl: true,
  });
  const throwIfDraining = () => {
    if (http.openRequests.isDraining) throw commonProblem('service-unavailable', { retryAfter: 2 });
  };
  // A proxy would leave out every process when PostgreSQL is lost: no cached pages, and no Retry-After.
  http.get('/readyz/process', open, () => {
    throwIfDraining();
    return { status: 'ready' };
  });
  http.get('/readyz', open, (request, reply) => {
    throwIfDraining();
    return ready.respond(request, reply, '', async () => {
      try {
        const missing = await readMissingStandby(database, options);
        return { status: 'ready', ...(missing && { warning: standbyWarnings[missing] }) };
      } catch (error) {
        throw commonProblem('service-unavailable', { retryAfter: 2, cause: error });
      }
    });
  });

  if (metricsToken === undefined && !behindProxy)
    onForwardedRequest(http, async () => {
      behindProxy = true;
      http.log.warn('a proxy forwards requests: /metrics requires METRICS_TOKEN from now on');
    });
  http.get('/metrics', open, async (request, reply) => {
    if (!canReadMetrics(request, metricsToken, behindProxy)) throw commonProblem('not-found');
    return reply.type(process.contentType).send(await process.text());
  });
}

const standbyWarnings = {
  waiting: 'No synchronous standby is connected: writes wait for one.',
  unprotected: 'PostgreSQL has no synchronous standby: a failover loses writes.',
};

/** Asks the database, which has to respond in any case. */
async function readMissingStandby(
  database: ServerContext['database'],
  { expectsSynchronousStandby }: Options,
) {
  if (database.embedded === undefined)
    return findMissingStandby(await readStandbyState(database.pool), expectsSynchronousStandby);
  await database.ping();
  return null;
}

/** Allowed with the configured token; without one, from this machine, unless a proxy hides the sender. */
function canReadMetrics(request: FastifyRequest, token: string | undefined, behindProxy: boolean): boolean {
  if (token !== undefined) return isSameText(request.headers.authorization ?? '', `Bearer ${token}`);
  // A foreign page can reach this machine under its own host name (DNS rebinding).
  const named = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(request.headers.host ?? '');
  return !behindProxy && named && /^(127\.|::1$|::ffff:127\.)/.test(request.ip);
}

/** Compares in constant time: the duration must not reveal how much of a secret is right. */
function isSameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
