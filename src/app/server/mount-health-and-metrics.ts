import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { onForwardedRequest } from './on-forwarded-request.ts';
import { ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { ProcessMetrics } from '#platform/server/metrics/metric-types.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { findMissingStandby, readStandbyState } from '#platform/server/database/synchronous-standby.ts';
import { commonProblem, HttpProblem } from '#platform/shared/problem.ts';

/** Each check is a statement. A failure is not cached. */
const READINESS_TTL_MS = 1_000;
/** The process, and some of its markets. */
const MAX_READINESS_CHECKS = 300;

type Options = {
  metricsToken: string | undefined;
  /** Whether a proxy on this machine makes every request look local. */
  behindProxy: boolean;
  /**
   * What `/readyz` says of the process or of one market (`?market=name`), asked at most once a second. It throws what
   * makes them unable to serve.
   */
  checkReadiness: (market: string | null) => Promise<object>;
};

type Context = Pick<ServerContext, 'http' | 'clock'> & {
  metrics: Pick<ProcessMetrics, 'contentType' | 'text'>;
};

/** The routes by which monitoring and proxies ask for an app that listens itself. */
export function mountMonitoring(context: ServerContext, config: Config): void {
  const { http, clock, database, metrics } = context;
  mountHealthAndMetrics(
    { http, clock, metrics: metrics.process },
    { ...monitoringOptions(config), checkReadiness: () => checkDatabase(database, config) },
  );
}

export const monitoringOptions = (config: Config): Omit<Options, 'checkReadiness'> => ({
  metricsToken: config.metricsToken,
  behindProxy: config.publicUrl !== undefined || config.trustedProxies.length > 0,
});

export function mountHealthAndMetrics(context: Context, options: Options): void {
  const { metricsToken } = options;
  let { behindProxy } = options;
  const { http, clock, metrics } = context;
  const open = { config: { auth: 'public' as const } };

  http.get('/healthz', open, () => ({ status: 'ok' }));

  const ready = new ResponseCache({
    budgets: [],
    clock,
    lifetimeMs: READINESS_TTL_MS,
    entries: MAX_READINESS_CHECKS,
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
    const { searchParams } = new URL(request.url, 'http://edge.invalid');
    const market = searchParams.get('market');
    // Which markets there are, and how they are, is for operators.
    if (market !== null && !canReadMetrics(request, metricsToken, behindProxy))
      throw commonProblem('not-found');
    return ready.respond(request, reply, market ?? '', async () => {
      try {
        return { status: 'ready', ...(await options.checkReadiness(market)) };
      } catch (error) {
        if (error instanceof HttpProblem) throw error;
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
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

const standbyWarnings = {
  waiting: 'No synchronous standby is connected: writes wait for one.',
  unprotected: 'PostgreSQL has no synchronous standby: a failover loses writes.',
};

/** Asks the database, which has to respond in any case. Returns a warning if there is one. */
export async function checkDatabase(
  database: Pick<Database, 'embedded' | 'pool' | 'ping'>,
  { expectsSynchronousStandby }: Pick<Config, 'expectsSynchronousStandby'>,
): Promise<{ warning?: string }> {
  if (database.embedded !== undefined) {
    await database.ping();
    return {};
  }
  const missing = findMissingStandby(await readStandbyState(database.pool), expectsSynchronousStandby);
  return missing === null ? {} : { warning: standbyWarnings[missing] };
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
