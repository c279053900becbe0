import { collectDefaultMetrics, Registry } from 'prom-client';
import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';

type Options = {
  metricsToken: string | undefined;
  /** A proxy on this machine makes everybody look local. */
  behindProxy: boolean;
};

/** What keeps an eye on the process: is it alive, can it serve, how is it doing. */
export function mountHealthAndMetrics(context: ServerContext, { metricsToken, behindProxy }: Options): void {
  const { http, database, events } = context;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const open = { config: { auth: 'public' as const } };

  http.get('/healthz', open, () => ({ status: 'ok' }));

  http.get('/readyz', open, async () => {
    try {
      await Promise.all([database.ping(), events.ping()]);
    } catch (error) {
      throw commonProblem('service-unavailable', { retryAfter: 2, cause: error });
    }
    return { status: 'ready' };
  });

  http.get('/metrics', open, async (request, reply) => {
    if (!canReadMetrics(request, metricsToken, behindProxy)) throw commonProblem('not-found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** With the configured token; without one from this machine, where nobody else can look like it. */
function canReadMetrics(request: FastifyRequest, token: string | undefined, behindProxy: boolean): boolean {
  if (token !== undefined) return request.headers.authorization === `Bearer ${token}`;
  const forwarded =
    request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined;
  // A page of anywhere can be given a name that leads to this machine.
  const named = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(request.headers.host ?? '');
  return !behindProxy && !forwarded && named && /^(127\.|::1$|::ffff:127\.)/.test(request.ip);
}
